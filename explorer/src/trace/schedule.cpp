#include "trace/schedule.h"

#include <algorithm>

namespace explorer {

std::uint32_t checkpoint_distance(std::uint32_t length) {
  // At most sixteen, so that long schedules do not consist of checkpoints.
  return std::max<std::uint32_t>(32, (length + 15) / 16);
}

void ChoiceDigest::add(const Choice& choice) {
  state_ += (std::uint64_t{choice.count} << 24 | std::uint64_t{choice.value} << 8 |
             static_cast<std::uint64_t>(choice.kind)) +
            1;
  state_ *= 0x9E37'79B9'7F4A'7C15U;
  state_ ^= state_ >> 29;
}

Schedule schedule_of(std::span<const Choice> choices, const ScheduleSettings& settings) {
  Schedule schedule;
  schedule.settings = settings;
  schedule.length = static_cast<std::uint32_t>(choices.size());
  const std::uint32_t distance = checkpoint_distance(schedule.length);
  ChoiceDigest digest;
  for (std::uint32_t position = 0; position < schedule.length; ++position) {
    const Choice& choice = choices[position];
    const bool usual = choice.kind == ChoiceKind::thread ? choice.usual : choice.value == 0;
    if (!usual) schedule.deviations.push_back({position, choice.value});
    digest.add(choice);
    if ((position + 1) % distance == 0) schedule.checkpoints.push_back(digest.value());
  }
  return schedule;
}

}  // namespace explorer
