/// Reads by kernels of what nothing has written, or what a copy has not brought yet. Programs under
/// the thread sanitizer are linked so that what it is told of reads comes by here (--wrap).

#include <cstdint>
#include <cstring>

#include "tests/device/blocks.h"
#include "tests/device/test_device.h"

namespace {

template <class Word>
Word of(std::uint16_t pattern) {
  Word word = 0;
  for (std::size_t i = 0; i < sizeof word / sizeof pattern; ++i) word = Word(word << 16 | pattern);
  return word;
}

/// Words of two bytes or less hold such patterns by chance.
template <class Word>
void look_at(const void* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  if (word == of<Word>(test_device::unwritten) && test_device::holds(at))
    test_device::end_device("read of what was never written", at);
  if (sizeof word == 8 && word == of<Word>(test_device::underway))  // anywhere: no other has it
    test_device::end_device("read of what a copy has not brought yet");
}

}  // namespace

extern "C" {
void __tsan_read4_pc(void* at, void* caller);
void __tsan_read8_pc(void* at, void* caller);
void __tsan_read16_pc(void* at, void* caller);

void __wrap___tsan_read4(void* at) {
  look_at<std::uint32_t>(at);
  __tsan_read4_pc(at, __builtin_return_address(0));
}
void __wrap___tsan_read8(void* at) {
  look_at<std::uint64_t>(at);
  __tsan_read8_pc(at, __builtin_return_address(0));
}
void __wrap___tsan_read16(void* at) {
  look_at<std::uint64_t>(at), look_at<std::uint64_t>(static_cast<char*>(at) + 8);
  __tsan_read16_pc(at, __builtin_return_address(0));
}
}
