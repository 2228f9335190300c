// The store of a study that was read from a file, and those who run its cases.
#pragma once

#include "rebond/io/studies/study_file.hpp"
#include "rebond/studies/case_store.hpp"
#include "rebond/studies/workers/worker_pool.hpp"

#include <memory>
#include <string>

namespace rebond {

// One worker's way to run the study's cases.
RunCase case_runner(const StudyFile& file);

// Threads of this process; 0: as many as the machine runs at once.
std::unique_ptr<WorkerPool> thread_pool(const StudyFile& file, unsigned threads);

// Whether this program made a store. Builds of one revision with changes of their own count as one.
bool is_by_this_program(const StudyRecord& record);

// The database of `file` in `path` that has rows, or a new one; in memory if `path` is empty. Throws
// InputError if there is one of another study.
std::unique_ptr<CaseStore> open_case_store(const StudyFile& file, const std::string& path);

}  // namespace rebond
