#if defined(__SANITIZE_ADDRESS__)
/// A child that reads a hostile file has no other limit on its memory then, and would take ten
/// seconds to fill gigabytes, or to name the functions in which it ended. ASAN_OPTIONS=symbolize=1
/// names them.
extern "C" const char* __asan_default_options() {
  return "max_allocation_size_mb=512:hard_rss_limit_mb=4096:symbolize=0";
}
#endif
