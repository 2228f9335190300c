// What stands for MPI in a program built without it.
#ifndef REBOND_WITH_MPI

#include "rebond/core/error.hpp"
#include "rebond/studies/workers/mpi_pool.hpp"

#include <cstdlib>

namespace rebond {

std::unique_ptr<MpiSession> MpiSession::join()
{
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
        const char* text = std::getenv(name);
        if (text != nullptr && std::atol(text) > 1)
            throw InputError(
                "this rebond was built without MPI and cannot work with other processes; build it "
                "where CMake finds MPI");
    }
    return nullptr;
}

struct MpiSession::Outbox {};
MpiSession::~MpiSession() = default;
void MpiSession::announce(std::uint64_t) {}
void MpiSession::serve(const std::function<PreparedStudy(std::uint64_t)>&, const std::atomic<bool>&) {}
bool MpiSession::dismiss()
{
    return true;
}
void MpiSession::end_job(int) {}
MpiPool::MpiPool(MpiSession& session, const Design& design) : session_(session), design_(design) {}
void MpiPool::run(const NextCase&, const TakeResults&, const std::atomic<bool>&)
{
    require(session_.size() == 1, "MpiPool: built without MPI");
}

}  // namespace rebond

#endif
