"""What a process gives up: its user, its capabilities, resources without end."""
import ctypes
import os
import resource
import struct

from rstar2_linux import (CLONE_NEWNS, CLONE_NEWUSER, PR_CAPBSET_DROP, PR_SET_DUMPABLE, libc, prctl, quick,
                          quick_prctl, unshare)


def become(uid, own_namespace):
    """Leaves root for an id that no other process has; then owns, if asked, a user namespace of its own to mount in."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    if not own_namespace:
        return
    prctl(PR_SET_DUMPABLE, 1)
    unshare(CLONE_NEWUSER | CLONE_NEWNS)
    for name, text in (('setgroups', 'deny'), ('uid_map', '1000 %d 1' % uid), ('gid_map', '1000 %d 1' % uid)):
        with open('/proc/self/' + name, 'w') as file:
            file.write(text)


def take_project_ids():
    """Maps the one project id there is: the map can be written once, by anybody in the namespace, and would carry words."""
    try:
        with open('/proc/self/projid_map', 'w') as file:
            file.write('0 0 1')
    except OSError:
        pass  # not a namespace of our own, or a kernel without project ids


def drop_bounding_set():
    """No program started later can gain a capability, whatever its file says."""
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) < 0:
            break


CAPABILITY_HEADER = struct.pack('Ii', 0x20080522, 0)
NO_CAPABILITIES = bytes(24)
capset = quick.capset


def drop_capabilities():
    if capset(CAPABILITY_HEADER, NO_CAPABILITIES) != 0:
        raise OSError('capset')


def be_dumpable():
    """A program may look at itself in /proc, although it inherits from the server that no process may look at it."""
    if quick_prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0:
        raise OSError('prctl')


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
