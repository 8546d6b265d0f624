#include <gtest/gtest.h>

#include "fixture_program.h"

namespace runner {
namespace {

using Json = nlohmann::json;

Json compile_error_of(const std::string& submission) {
  const FixtureProgram program;
  const Graded graded = program.grade(submission);
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  if (!graded.verdict.is_object() || graded.verdict["compile_errors"].size() != 1) {
    ADD_FAILURE() << graded.screen;
    return Json::object();
  }
  EXPECT_EQ(graded.verdict["status"], "fail");
  return graded.verdict["compile_errors"][0];
}

TEST(CompileErrors, a_syntax_error_is_shown_with_its_line) {
  const Json error = compile_error_of("syntax_error");
  EXPECT_EQ(error["file"], "tally.h");
  EXPECT_EQ(error["line"], 8);
  EXPECT_EQ(error["message"], "expected ';' after expression");
  EXPECT_NE(error["context"][0].get<std::string>().find("sum_ += n"), std::string::npos);
}

TEST(CompileErrors, an_error_inside_the_library_is_traced_to_the_learners_line) {
  const Json error = compile_error_of("template_error");
  EXPECT_EQ(error["file"], "tally.h");
  EXPECT_EQ(error["line"], 13);
  EXPECT_EQ(error["in_learners_file"], true);
}

TEST(CompileErrors, a_missing_include_is_named) {
  const Json error = compile_error_of("missing_include");
  EXPECT_EQ(error["line"], 4);
  EXPECT_EQ(error["message"], "'no/such/header.h' file not found");
}

TEST(CompileErrors, a_header_beyond_all_measure_is_the_learners_own_matter) {
  const FixtureProgram program;
  program.scratch().write("ws/tally/tally.h", "//" + std::string(5UL << 20, 'x') + "\n");
  const Graded graded =
      program.run({"grade", "tally", "--workspace", (program.scratch() / "ws").string()});
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  EXPECT_NE(graded.screen.find("larger than 4 MiB"), std::string::npos) << graded.screen;
}

TEST(CompileErrors, endless_templates_end) {
  const Json error = compile_error_of("compiles_without_end");
  EXPECT_EQ(error["file"], "tally.h");
  EXPECT_NE(error["message"].get<std::string>().find("maximum depth"), std::string::npos);
}

TEST(CompileErrors, a_macro_that_changes_the_graders_code_is_refused) {
  const Json error = compile_error_of("redefines_expect");
  EXPECT_EQ(error["file"], "tally.h");
  EXPECT_EQ(error["line"], 15);
  EXPECT_NE(error["message"].get<std::string>().find("the macro expect "), std::string::npos);
}

TEST(CompileErrors, switching_the_sanitizer_off_is_refused_even_when_macros_put_it_together) {
  const Json error = compile_error_of("switches_sanitizer_off");
  EXPECT_EQ(error["file"], "tally.h");
  EXPECT_EQ(error["line"], 20);
  EXPECT_EQ(error["message"],
            "a kata's header may not ask for the sanitizer or switch it off: no_sanitize");
}

// The grader is compiled in pieces, and which one it is can be found out. The whole is fine.
TEST(CompileErrors, what_is_refused_is_refused_in_any_of_the_pieces) {
  for (const char* const piece : {"core", "rest"}) {
    const FixtureProgram program;
    program.scratch().write("ws/tally/tally.h",
                            "#pragma once\n#include \"" + std::string(KATA_FIXTURES) +
                                "/submissions/sound_tally.h\"\n"
                                "#define PUT_TOGETHER(a, b) a##b\n#define " +
                                piece +
                                " 1\n"
                                "#if PUT_TOGETHER(GRA, DING_PART)\n"
                                "#define expect_throws(...) true\n"
                                "#endif\n#undef " +
                                piece + "\nnamespace kata { using Tally = SoundTally; }\n");
    const Graded graded = program.run({"grade", "tally", "--workspace", "ws"});
    EXPECT_EQ(graded.exit_code, 1) << piece << ": " << graded.screen;
    EXPECT_NE(graded.screen.find("the macro expect_throws changes"), std::string::npos)
        << piece << ": " << graded.screen;
  }
}

TEST(CompileErrors, a_macro_that_breaks_the_graders_code_is_named) {
  const FixtureProgram program;
  program.scratch().write("ws/tally/tally.h", "#pragma once\n#include \"" +
                                                  std::string(KATA_FIXTURES) +
                                                  "/submissions/sound_tally.h\"\n"
                                                  "#define core 1\n"
                                                  "namespace kata { using Tally = SoundTally; }\n");
  const Graded graded = program.run({"grade", "tally", "--workspace", "ws"});
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  EXPECT_NE(graded.screen.find("tally.h:3: error: the macro core changes"), std::string::npos)
      << graded.screen;
}

TEST(CompileErrors, asking_for_the_sanitizer_is_refused_in_included_files_too) {
  const FixtureProgram program;
  program.scratch().write(
      "ws/tally/tally.h",
      "#include \"more.h\"\n#include \"" + std::string(KATA_FIXTURES) +
          "/submissions/sound_tally.h\"\nnamespace kata { using Tally = SoundTally; }\n");
  program.scratch().write("ws/tally/more.h",
                          "#pragma once\n#if __has_feature(thread_sanitizer)\n#endif\n");
  const Graded graded = program.run({"grade", "tally", "--workspace", "ws"});
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  EXPECT_NE(graded.screen.find("more.h:2: error: a kata's header may not ask"), std::string::npos)
      << graded.screen;
}

TEST(CompileErrors, a_missing_member_is_named_without_the_graders_code) {
  const Json error = compile_error_of("lacks_a_member");
  EXPECT_EQ(error["in_learners_file"], false);
  EXPECT_TRUE(error["context"].empty());
  EXPECT_NE(error["message"].get<std::string>().find("no member named 'wait_for'"),
            std::string::npos);
}

TEST(CompileErrors, a_member_without_a_body_is_explained) {
  const Json error = compile_error_of("undefined_member");
  EXPECT_NE(
      error["message"].get<std::string>().find("`kata::Tally::add(int)` is declared and used"),
      std::string::npos);
}

// Headers that no editor writes.
TEST(CompileErrors, strange_bytes_are_a_compile_error_and_not_a_failure_of_ours) {
  const FixtureProgram program;
  program.scratch().write("ws/tally/tally.h", std::string("\x7f"
                                                          "ELF\0\xff\xfe\x80 \x1b[2J\r\n",
                                                          15));
  const Graded graded = program.run({"grade", "tally", "--workspace", "ws", "--json",
                                     (program.scratch() / "verdict.json").string()});
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  EXPECT_EQ(graded.verdict["compile_errors"].size(), 1U);
  EXPECT_EQ(graded.screen.find('\x1b'), std::string::npos);
}

TEST(CompileErrors, carriage_returns_and_a_missing_last_newline_are_no_error) {
  const FixtureProgram program;
  program.scratch().write("ws/tally/tally.h", "#pragma once\r\n#include \"" +
                                                  std::string(KATA_FIXTURES) +
                                                  "/submissions/sound_tally.h\"\r\n"
                                                  "namespace kata { using Tally = SoundTally; }");
  const Graded graded = program.run({"grade", "tally", "--workspace", "ws"});
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
}

// It fits one source file only, and the grader may be compiled as two.
TEST(CompileErrors, what_is_not_inline_in_a_header_is_no_error) {
  const FixtureProgram program;
  program.scratch().write("ws/tally/tally.h", "#pragma once\n#include \"" +
                                                  std::string(KATA_FIXTURES) +
                                                  "/submissions/sound_tally.h\"\n"
                                                  "#include <vector>\n"
                                                  "namespace kata {\n"
                                                  "using Tally = SoundTally;\n"
                                                  "int answer() { return 42; }\n"
                                                  "std::vector<int> numbers(1'000, answer());\n"
                                                  "}\n");
  const Graded graded = program.run({"grade", "tally", "--workspace", "ws"});
  EXPECT_EQ(graded.exit_code, 0) << graded.screen;
}

TEST(CompileErrors, a_header_that_includes_the_grader_is_rejected_without_showing_it) {
  const FixtureProgram program;
  program.scratch().write("ws/tally/tally.h", "#include \"" + std::string(KATA_FIXTURES) +
                                                  "/graders/tally/tally_grader.cpp\"\n");
  const Graded graded = program.run({"grade", "tally", "--workspace", "ws"});
  EXPECT_EQ(graded.exit_code, 1) << graded.screen;
  EXPECT_EQ(graded.screen.find("BEHAVIOUR("), std::string::npos) << graded.screen;
}

}  // namespace
}  // namespace runner
