/// Runs a target without libFuzzer: `TARGET FOLDER SECONDS [SEED]` gives it each file of a corpus,
/// then mutations of them, with words from FOLDER.dict, for a time. A process of its own takes one
/// after the other (worker.h); where an input ends that, it is tried again as the program would
/// read it, with a process for the library that reads it. The input that a target ends even this
/// program with is left in crash-TARGET; one that takes five seconds is as bad.
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/targets/target.h"
#include "tests/fuzz/worker.h"

/// What libFuzzer calls before any input, where a target has it.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

#if defined(__SANITIZE_ADDRESS__)
constexpr long slowest = 20;
#else
constexpr long slowest = 5;  // s of the processor, whatever else it is busy with
#endif

std::string crash_name;
Bytes current;  // what a signal handler writes

const pid_t driver = ::getpid();

/// Not in a child, which may end so; and without memory, whose lock the signal may have found held.
void leave_input(int signal_number) {
  if (::getpid() == driver) {
    const int file = ::open(crash_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || ::write(file, current.data(), current.size()) < 0) ::_exit(1);
    ::close(file);
  }
  ::signal(signal_number, SIG_DFL);
  ::raise(signal_number);
}

Bytes content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The words of a dictionary of libFuzzer's: a line each, in quotes, with \xAB, \" and \\.
std::vector<Bytes> words_of(const fs::path& dictionary) {
  std::vector<Bytes> words;
  std::ifstream file(dictionary);
  for (std::string line; std::getline(file, line);) {
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (line.starts_with('#') || open == line.npos || close <= open) continue;
    Bytes word;
    for (std::size_t at = open + 1; at < close; ++at) {
      if (line[at] == '\\' && line[at + 1] == 'x') {
        word.push_back(std::uint8_t(std::stoi(line.substr(at + 2, 2), nullptr, 16)));
        at += 3;
      } else {
        at += line[at] == '\\';
        word.push_back(std::uint8_t(line[at]));
      }
    }
    words.push_back(word);
  }
  return words;
}

class Mutator {
 public:
  Mutator(std::vector<Bytes> corpus, std::vector<Bytes> words, unsigned seed)
      : corpus_(std::move(corpus)), words_(std::move(words)), random_(seed) {}

  Bytes next() {
    Bytes input = pick(corpus_);
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(input);
    constexpr std::size_t most = 1 << 20;
    input.resize(std::min(input.size(), most));
    return input;
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  const Bytes& pick(const std::vector<Bytes>& list) { return list[below(list.size())]; }
  /// Near the start as often as anywhere: that is where files say what they are.
  std::size_t place(std::size_t size) {
    return below(below(2) == 0 ? std::min<std::size_t>(size, 300) + 1 : size + 1);
  }
  void insert(Bytes& input, const Bytes& part) {
    input.insert(input.begin() + std::ptrdiff_t(place(input.size())), part.begin(), part.end());
  }
  void change(Bytes& input) {
    const std::size_t at = place(input.size());
    const std::size_t length = std::min(input.size() - at, std::size_t(1) << below(12));
    const auto from = input.begin() + std::ptrdiff_t(at), to = from + std::ptrdiff_t(length);
    switch (below(6)) {
      case 0:
        if (length > 0) input[at] ^= std::uint8_t(1 << below(8));
        return;
      case 1:
        if (length > 0) input[at] = std::uint8_t(below(256));
        return;
      case 2:
        input.erase(from, to);
        return;
      case 3:
        return insert(input, Bytes(from, to));
      case 4: {  // a piece of another
        const Bytes& other = pick(corpus_);
        const std::size_t start = place(other.size());
        const std::size_t count = std::min(other.size() - start, std::size_t(1) << below(10));
        return insert(input, Bytes(other.begin() + std::ptrdiff_t(start),
                                   other.begin() + std::ptrdiff_t(start + count)));
      }
      default:
        if (!words_.empty()) insert(input, pick(words_));
    }
  }

  std::vector<Bytes> corpus_, words_;
  std::mt19937_64 random_;
};

void run(const Bytes& input) {
  current = input;
  const itimerval limit{{}, {slowest, 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
  LLVMFuzzerTestOneInput(current.data(), current.size());
  const itimerval none{};
  ::setitimer(ITIMER_PROF, &none, nullptr);
}

/// Inputs, and how many of them ended the process that reads them.
struct Attack {
  eulersolid::Worker worker;
  long inputs = 0, ends = 0;

  void operator()(const Bytes& input) {
    ++inputs;
    if (worker.survives(input)) return;
    ++ends;
    run(input);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (eulersolid::Worker::is_this_one(argc, argv)) {
    if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
    eulersolid::Worker::serve(argv, run);
  }
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s FOLDER SECONDS [SEED]\n", argv[0]);
    return 2;
  }
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  crash_name = "crash-" + fs::path(argv[0]).filename().string();
  for (const int end : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPROF})
    ::signal(end, leave_input);
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<fs::path> files(fs::directory_iterator(argv[1]), fs::directory_iterator{});
  std::sort(files.begin(), files.end());
  std::vector<Bytes> corpus;
  Attack attack;
  for (const fs::path& file : files) attack(corpus.emplace_back(content_of(file)));
  if (corpus.empty()) return 2;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(atof(argv[2]));
  Mutator mutator(corpus, words_of(std::string(argv[1]) + ".dict"),
                  argc > 3 ? unsigned(atoi(argv[3])) : 1);
  while (std::chrono::steady_clock::now() < end) attack(mutator.next());
  std::printf("%zu inputs of the corpus and %ld mutations; %ld ended the process that reads them\n",
              corpus.size(), attack.inputs - long(corpus.size()), attack.ends);
}
