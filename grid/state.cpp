#include "grid/state.h"

ES_BEGIN

HostState to_host(const BodyState& state) {
  HostState host;
  copy_values(state, host);
  visit_arrays(state, host, [](const char*, const auto& from, auto& to) { to = from.to_host(); });
  return host;
}

void from_host(const HostState& host, BodyState& state) {
  copy_values(host, state);
  visit_arrays(host, state, [](const char*, const auto& from, auto& to) { to.assign(from); });
}

ES_END
