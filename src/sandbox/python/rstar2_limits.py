"""Resource limits: those of the server, and those of a call."""
import resource


def limit(kind, soft, hard=None):
    """Lowers a limit; where the hard limit that we live under is lower still, that one stays."""
    hard = soft if hard is None else hard
    try:
        resource.setrlimit(kind, (soft, hard))
    except ValueError:
        ceiling = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (min(soft, ceiling), min(hard, ceiling)))


def set_common_limits():
    """Those that are the same for every call; children inherit them."""
    limit(resource.RLIMIT_NOFILE, 256)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_MEMLOCK, 65536)
    limit(resource.RLIMIT_MSGQUEUE, 0)
    limit(resource.RLIMIT_SIGPENDING, 1024)  # of all of a user's processes, the caller's too


def apply_limits(cpu_seconds, memory, file_size, processes, count_processes):
    """CPU: SIGXCPU at the limit, SIGKILL a second later for a program that ignores it. The number of processes is
    counted by user, so it is a limit on the program only in a user namespace of its own (with the server, one more)."""
    limit(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    limit(resource.RLIMIT_AS, memory)
    limit(resource.RLIMIT_FSIZE, file_size)
    if count_processes:
        limit(resource.RLIMIT_NPROC, processes + 1)
