#pragma once

#include "src/run/chosen_command.h"

namespace eulersolid {

// Each adds one benchmark to eulersolid-bench.
void add_thesis_5_3(CLI::App& bench, ChosenCommand& chosen);
void add_thesis_6_2(CLI::App& bench, ChosenCommand& chosen);
void add_thesis_7_1(CLI::App& bench, ChosenCommand& chosen);
void add_thesis_7_2(CLI::App& bench, ChosenCommand& chosen);
void add_qp_bench(CLI::App& bench, ChosenCommand& chosen);
void add_families_bench(CLI::App& bench, ChosenCommand& chosen);
void add_ledgers_bench(CLI::App& bench, ChosenCommand& chosen);
void add_frames_bench(CLI::App& bench, ChosenCommand& chosen);
void add_flights_bench(CLI::App& bench, ChosenCommand& chosen);
void add_refinement_bench(CLI::App& bench, ChosenCommand& chosen);
void add_random_scenes_bench(CLI::App& bench, ChosenCommand& chosen);
void add_paper_000(CLI::App& bench, ChosenCommand& chosen);
void add_paper_001(CLI::App& bench, ChosenCommand& chosen);
void add_paper_002(CLI::App& bench, ChosenCommand& chosen);
void add_paper_003(CLI::App& bench, ChosenCommand& chosen);
void add_profile_bench(CLI::App& bench, ChosenCommand& chosen);
void add_problems_bench(CLI::App& bench, ChosenCommand& chosen);
void add_verification_bench(CLI::App& bench, ChosenCommand& chosen);
void add_standing_bench(CLI::App& bench, ChosenCommand& chosen);

}  // namespace eulersolid
