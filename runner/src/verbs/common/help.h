// What the verbs' --help pages and endings have in common.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "verbs/verb.h"

namespace runner {

// Headings of --help, in this order.
inline constexpr const char* kPractise = "Practise";
inline constexpr const char* kLearn = "Learn";
inline constexpr const char* kTools = "Tools";
inline constexpr const char* kAuthors = "Write and check katas";

// Adds a subcommand under one of the headings, with examples: pairs of what comes after "./kata "
// and what it does.
[[nodiscard]] CLI::App* add_verb(CLI::App& app, const char* verb, const char* description,
                                 const char* group,
                                 const std::vector<std::pair<std::string, std::string>>& examples,
                                 std::string_view notes = "");

// A check for seeds: without it "-1" becomes the largest number, and so does what is too large.
[[nodiscard]] std::string refuse_unfit_seed(const std::string& text);

// "\nNext: ./kata grade semaphore\n", commands painted and separated.
[[nodiscard]] std::string next_line(const Context& context,
                                    const std::vector<std::string>& commands);

}  // namespace runner
