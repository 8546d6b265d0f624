// SQLite in the manner of graders: what it takes from the system, and its way to the files.
#pragma once

struct sqlite3_vfs;

namespace grading::durable {

// Called before SQLite does anything: whatever the stage has to change in it.
void prepare_sqlite();

// What the stage has to change in the way to the files.
void change_vfs(sqlite3_vfs& vfs);

// A statement begins: a line for the story, where there is one.
void tell_statement(const char* sql);

// Makes SQLite not wait for the disk: what was handed to the kernel outlives a killed process
// without, and a scene that syncs would spend most of its time doing so. To be called before any
// connection is opened. False: SQLite refuses.
bool install_vfs();

}  // namespace grading::durable
