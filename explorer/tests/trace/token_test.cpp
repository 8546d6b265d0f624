#include "trace/token.h"

#include <gtest/gtest.h>

#include <random>

namespace explorer {
namespace {

Choice thread_choice(std::uint16_t count, std::uint16_t value, bool usual) {
  return {ChoiceKind::thread, count, value, 0, usual};
}

// Mostly usual choices, as schedules are.
std::vector<Choice> random_choices(std::mt19937_64& random, std::size_t length) {
  std::vector<Choice> choices;
  const unsigned rarity = 1U << random() % 7;
  for (std::size_t i = 0; i < length; ++i) {
    const bool usual = random() % rarity != 0;
    if (random() % 5 == 0) {
      choices.push_back(
          {ChoiceKind::spurious_wake, 2, usual ? std::uint16_t{0} : std::uint16_t{1}, 0, usual});
    } else {
      choices.push_back(thread_choice(4, static_cast<std::uint16_t>(random() % 4), usual));
    }
  }
  return choices;
}

TEST(Token, decodes_to_the_schedule_it_was_made_of) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3'000; ++round) {
    const ScheduleSettings settings{static_cast<unsigned>(random() % 20), random() % 2 == 0,
                                    random() % 2 == 0};
    const Schedule schedule = schedule_of(random_choices(random, random() % 700), settings);
    const DecodedToken decoded = decode(encode(schedule));
    ASSERT_TRUE(decoded.schedule) << decoded.error;
    ASSERT_EQ(*decoded.schedule, schedule);
  }
}

TEST(Token, keeps_thread_numbers_and_positions_at_their_limits) {
  Schedule schedule;
  schedule.length = 1U << 20;
  schedule.deviations = {{0, 0xFFFE}, {1, 0}, {(1U << 20) - 1, 0xFFFF}};
  schedule.checkpoints.assign(schedule.length / checkpoint_distance(schedule.length), 9);
  const DecodedToken decoded = decode(encode(schedule));
  ASSERT_TRUE(decoded.schedule) << decoded.error;
  EXPECT_EQ(*decoded.schedule, schedule);
}

TEST(Token, of_a_minimised_schedule_is_about_a_dozen_characters) {
  std::vector<Choice> choices(67, thread_choice(3, 1, true));
  for (const std::size_t position : {9U, 20U, 44U}) choices[position].usual = false;
  EXPECT_LE(encode(schedule_of(choices, {1, true, false})).size(), 20U);
}

TEST(Token, can_be_an_argument_of_a_command) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    const std::string token = encode(schedule_of(random_choices(random, 100), {}));
    EXPECT_NE(token.front(), '-');
    for (const char c : token) {
      EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_');
    }
  }
}

TEST(Token, notices_every_single_wrong_character) {
  std::mt19937_64 random(3);
  const std::string token = encode(schedule_of(random_choices(random, 80), {1, true, false}));
  for (std::size_t i = 0; i < token.size(); ++i) {
    for (const char other : {'A', 'q', '7', '-', '_', ' ', '\0', '\xFF'}) {
      std::string damaged = token;
      damaged[i] = other;
      if (damaged != token) {
        EXPECT_FALSE(decode(damaged).schedule) << damaged;
      }
    }
  }
}

TEST(Token, notices_exchanged_and_missing_characters) {
  std::mt19937_64 random(4);
  const std::string token = encode(schedule_of(random_choices(random, 80), {1, true, false}));
  for (std::size_t i = 0; i + 1 < token.size(); ++i) {
    std::string exchanged = token;
    std::swap(exchanged[i], exchanged[i + 1]);
    if (exchanged != token) {
      EXPECT_FALSE(decode(exchanged).schedule) << exchanged;
    }
  }
  for (std::size_t length = 0; length < token.size(); ++length) {
    EXPECT_FALSE(decode(std::string_view(token).substr(0, length)).schedule) << length;
  }
}

TEST(Token, survives_any_text_as_input) {
  std::mt19937_64 random(5);
  constexpr std::string_view kCharacters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  for (int round = 0; round < 200'000; ++round) {
    std::string text = "A";
    for (std::size_t length = random() % 12; length > 0; --length) {
      text += kCharacters[random() % kCharacters.size()];
    }
    const DecodedToken decoded = decode(text);
    // Some words have a right checksum by chance; all others say what is wrong.
    EXPECT_NE(decoded.schedule.has_value(), !decoded.error.empty());
  }
}

TEST(Token, of_another_format_version_says_so) {
  EXPECT_EQ(decode("ZQQQQ").error, "the token is of format 'Z', this version reads format 'A'");
}

}  // namespace
}  // namespace explorer
