"""The system call filter."""
import ctypes
import os
import struct

from rstar2_linux import (CLONE_NEWCGROUP, CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWUSER,
                          CLONE_NEWUTS, MACHINE, PR_SET_SECCOMP, PR_SET_THP_DISABLE, Unsupported, quick_prctl)
from rstar2_syscalls import (ABOUT_A_PROCESS, ABOUT_FILES, AUDIT_ARCH, CALLS, DENIED, HIDES_MEMORY, LANDLOCK, LAST_KNOWN,
                             SIGNALS, TIMES)

# What fcntl could make last on a pipe or a file that calls share: whom it signals, how much it holds, leases, notices,
# hints, and locks that belong to a description and not to a process.
F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETPIPE_SZ, F_SETLEASE, F_NOTIFY = 8, 10, 15, 1031, 1024, 1026
F_SET_RW_HINT, F_SET_FILE_RW_HINT, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW = 1036, 1038, 36, 37, 38
LASTING_COMMANDS = (F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETPIPE_SZ, F_SETLEASE, F_NOTIFY, F_SET_RW_HINT,
                    F_SET_FILE_RW_HINT, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW)
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x50000
EPERM, ENOSYS, EACCES = 1, 38, 13
SIGCHLD = 17
MAP_SHARED, MAP_ANONYMOUS, MAP_HUGETLB = 1, 0x20, 0x40000
CLONE_FILES, CLONE_THREAD = 0x400, 0x10000
AF_UNIX, SOCK_STREAM, SOCK_SEQPACKET, SOCK_TYPE_MASK = 1, 1, 5, 0xF
NEW_NAMESPACES = (CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
                  | CLONE_NEWCGROUP)


def instruction(code, jump_true, jump_false, value):
    return struct.pack('HBBI', code, jump_true, jump_false, value)


def load(offset):
    return instruction(0x20, 0, 0, offset)


def give(verdict):
    return instruction(0x06, 0, 0, verdict)


def when_equal(value, verdict):
    return instruction(0x15, 0, 1, value) + give(verdict)


def when_argument(number, index, values, verdict):
    """Where this system call's argument (its lower half: process ids and commands are ints) is one of these."""
    checks = b''.join(when_equal(value & 0xFFFFFFFF, verdict) for value in values)
    # Back to the call's number for what comes after.
    body = load(16 + 8 * index) + checks + load(0)
    return instruction(0x15, 0, len(body) // 8, number) + body


def unless_argument(number, index, values):
    """Denied but for these values of the argument's lower half."""
    checks = b''.join(instruction(0x15, len(values) - position, 0, value & 0xFFFFFFFF)
                      for position, value in enumerate(values))
    body = load(16 + 8 * index) + checks + give(ERRNO | EPERM) + load(0)
    return instruction(0x15, 0, len(body) // 8, number) + body


def only_connected_pairs():
    """Of sockets a program gets pairs that stay with each other: a pair of datagram sockets can be taken apart, and each
    can then be sent to any socket of the machine that has a name."""
    kinds = (load(16 + 8) + instruction(0x54, 0, 0, SOCK_TYPE_MASK) + when_equal(SOCK_STREAM, ALLOW)
             + when_equal(SOCK_SEQPACKET, ALLOW))
    body = load(16) + instruction(0x15, 0, len(kinds) // 8, AF_UNIX) + kinds + give(ERRNO | EACCES)
    return instruction(0x15, 0, len(body) // 8, CALLS['socketpair']) + body


def when_fcntl():
    return when_argument(ABOUT_A_PROCESS['fcntl'], 1, LASTING_COMMANDS, ERRNO | EPERM)


def about_processes(server):
    """The server is not to be changed, nor all processes of its user at once."""
    program = b''
    named = (server,) if server == 1 else (server, -server)  # in a pid namespace -1 is all others
    for name, number in ABOUT_A_PROCESS.items():
        if name == 'setpriority':
            program += when_argument(number, 0, (1, 2), ERRNO | EPERM)
            program += when_argument(number, 1, (server,), ERRNO | EPERM)
        elif name != 'fcntl':
            program += when_argument(number, 0, named, ERRNO | EPERM)
    return program


def about_oneself():
    """Where others are in sight that are not the program's: limits and priorities are for oneself, whose id is 0."""
    program = b''
    for name, number in ABOUT_A_PROCESS.items():
        if name == 'setpriority':
            program += unless_argument(number, 0, (0,)) + unless_argument(number, 1, (0,))
        elif name not in SIGNALS and name != 'fcntl':
            program += unless_argument(number, 0, (0,))
    return program


def deny(numbers):
    """One comparison each, and one verdict for a block: a jump is at most 255 long."""
    program, numbers = b'', sorted(numbers)
    for start in range(0, len(numbers), 100):
        block = numbers[start:start + 100]
        for position, number in enumerate(block):
            program += instruction(0x15, len(block) - position, 0, number)
        program += instruction(0x05, 0, 0, 1) + give(ERRNO | EPERM)
    return program


def never_ignores_its_children():
    """A child that is not waited for would vanish with the CPU time that it used. A question (no new action) is fine."""
    body = (load(16) + instruction(0x15, 0, 4, SIGCHLD) + load(24) + instruction(0x15, 0, 3, 0)
            + load(28) + instruction(0x15, 0, 1, 0) + instruction(0x05, 0, 0, 1) + give(ERRNO | EPERM) + load(0))
    return instruction(0x15, 0, len(body) // 8, CALLS['rt_sigaction']) + body


def only_seen_memory(counted):
    """Large pages that the machine keeps apart are in no account at all; memory that is shared and in no file is in none but
    a control group's once nothing maps it."""
    hidden = give(ERRNO | EPERM)
    body = load(16 + 8 * 3) + instruction(0x45, 0, 1, MAP_HUGETLB) + hidden
    if not counted:
        both = MAP_SHARED | MAP_ANONYMOUS
        body += instruction(0x54, 0, 0, both) + instruction(0x15, 0, 1, both) + hidden
    body += load(0)
    return instruction(0x15, 0, len(body) // 8, CALLS['mmap']) + body


def clones():
    """No new namespaces, and no threads with descriptors of their own, which would be listed apart from the others'."""
    thread = instruction(0x54, 0, 0, CLONE_THREAD | CLONE_FILES) + when_equal(CLONE_THREAD, ERRNO | EPERM)
    body = load(16) + instruction(0x45, 0, 1, NEW_NAMESPACES) + give(ERRNO | EPERM) + thread + load(0)
    return instruction(0x15, 0, len(body) // 8, CALLS['clone']) + body


def server_program(contained=True, counted_memory=True, counted_cpu=True):
    """Denies what is listed, every socket but a connected pair, any clone that makes a namespace, and what the kernel will know
    one day. `counted`: a control group knows what all processes use, so that nothing can be hidden from us."""
    if MACHINE not in AUDIT_ARCH:
        raise Unsupported('no filter for this processor')
    program = load(4) + instruction(0x15, 1, 0, AUDIT_ARCH[MACHINE]) + give(KILL) + load(0)
    # (On x86_64 this is also every call of the x32 interface.)
    program += instruction(0x25, 0, 1, LAST_KNOWN) + give(ERRNO | ENOSYS)
    denied = list(DENIED.values())
    if not counted_memory:
        denied += HIDES_MEMORY.values()
    if contained:
        denied += LANDLOCK
    program += deny(denied)
    program += only_seen_memory(counted_memory)
    program += when_fcntl()
    program += about_processes(os.getpid()) if contained else about_oneself()
    if not counted_cpu:
        program += never_ignores_its_children()
    program += when_equal(CALLS['clone3'], ERRNO | ENOSYS)  # its flags lie in memory, which a filter cannot read
    program += when_equal(CALLS['socket'], ERRNO | EACCES)
    program += only_connected_pairs()
    return program + clones() + give(ALLOW)


def call_program(denied=('mount', 'umount2', 'memfd_create')):
    """The second, small filter: what the fork server itself still needs and a program does not. Files in memory
    are among it: they would count towards no limit."""
    return load(0) + deny([*(CALLS[name] for name in denied), CALLS['seccomp']]) + own_settings() + give(ALLOW)


def own_settings():
    """No further filters, which the kernel would keep for it; no huge pages where the server has said so."""
    return when_argument(CALLS['prctl'], 0, (PR_SET_SECCOMP, PR_SET_THP_DISABLE), ERRNO | EPERM)


def uncontained_program(own_user, scoped, truncates):
    """The same where there are no namespaces. Without a user of its own a program could change every file of the
    caller's by name; without landlock's scope, signal every process: then it signals itself alone. Setting
    times is denied too: with write access to a file or a device, a program could set its time of change to now."""
    times = (ABOUT_FILES[name] for name in TIMES if name in ABOUT_FILES)
    denied = [CALLS['memfd_create'], CALLS['seccomp'], *LANDLOCK, *times]
    if not own_user:
        denied += ABOUT_FILES.values()
    if truncates:
        denied.append(CALLS['truncate'])
    program = load(0) + deny(denied) + own_settings()
    if not scoped:
        for name in SIGNALS:
            allowed = (0, os.getpid(), -os.getpid()) if name == 'kill' else (os.getpid(),)
            program += unless_argument(ABOUT_A_PROCESS[name], 0, allowed)
    return program + give(ALLOW)


class Filter(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('instructions', ctypes.c_void_p)]

    def __init__(self, program):
        self.buffer = ctypes.create_string_buffer(program, len(program))
        super().__init__(len(program) // 8, ctypes.addressof(self.buffer))
        self.pointer = ctypes.c_void_p(ctypes.addressof(self))

    def install(self):
        if quick_prctl(PR_SET_SECCOMP, 2, self.pointer, 0, 0) != 0:
            raise OSError('seccomp')
