// The rows of a study in memory, for one that keeps no files.
#pragma once

#include "rebond/studies/case_store.hpp"

#include <map>

namespace rebond {

class MemoryStore final : public CaseStore {
public:
    explicit MemoryStore(StudyRecord record) : record_(std::move(record)) {}

    const StudyRecord& record() const override { return record_; }
    void add(const std::vector<CaseResult>& results) override;
    void for_each_row(const RowQuery& query, const VisitRow& visit) const override;
    void for_each_point(const VisitRow& visit) const override;
    std::uint64_t row_count(std::uint64_t below = std::numeric_limits<std::int64_t>::max()) const override;
    Entry entry(std::uint64_t index, const std::string& column) const override;
    std::vector<StatusCount> statuses() const override;
    void finish(const std::vector<Crossing>& crossings) override;
    std::vector<Crossing> crossings() const override { return crossings_; }

private:
    StudyRecord record_;
    std::map<std::uint64_t, std::vector<Value>> rows_;  // every column, by case index
    std::map<std::uint64_t, std::vector<ObservedPoint>> points_;
    std::vector<Crossing> crossings_;
};

}  // namespace rebond
