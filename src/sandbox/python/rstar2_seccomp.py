"""The system call filter."""
import ctypes
import os
import struct

from rstar2_linux import (CLONE_NEWCGROUP, CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWUSER,
                          CLONE_NEWUTS, MACHINE, PR_SET_SECCOMP, SYSCALLS, Unsupported, quick_prctl)
from rstar2_syscalls import ABOUT_A_PROCESS, AUDIT_ARCH, DENIED

# What fcntl could make last on a pipe that calls share: whom it signals and how much it holds.
F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETPIPE_SZ = 8, 10, 15, 1031
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x50000
EPERM, ENOSYS, EACCES = 1, 38, 13
X32_BIT = 0x40000000
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


def about_processes(server):
    """The server is not to be changed, nor all processes of its user at once."""
    program = b''
    for name, number in ABOUT_A_PROCESS[MACHINE].items():
        if name == 'fcntl':
            rule = (1, (F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETPIPE_SZ))
        elif name == 'setpriority':
            program += when_argument(number, 0, (1, 2), ERRNO | EPERM)
            rule = (1, (server,))
        else:
            rule = (0, (server,))
        program += when_argument(number, *rule, ERRNO | EPERM)
    return program


def server_program():
    """Denies what is listed above, every socket but a pair, and any clone that makes a namespace."""
    machine = MACHINE
    if machine not in AUDIT_ARCH:
        raise Unsupported('no filter for this processor')
    numbers = SYSCALLS
    program = load(4) + instruction(0x15, 1, 0, AUDIT_ARCH[machine]) + give(KILL) + load(0)
    if machine == 'x86_64':
        program += instruction(0x35, 0, 1, X32_BIT) + give(ERRNO | ENOSYS)
    denied = sorted(DENIED[machine].values())
    # One comparison each, and one verdict for a block: a jump is at most 255 long.
    for start in range(0, len(denied), 100):
        block = denied[start:start + 100]
        for position, number in enumerate(block):
            program += instruction(0x15, len(block) - position, 0, number)
        program += instruction(0x05, 0, 0, 1) + give(ERRNO | EPERM)
    program += about_processes(os.getpid())
    program += when_equal(numbers['clone3'], ERRNO | ENOSYS)  # its flags lie in memory, which a filter cannot read
    program += when_equal(numbers['socket'], ERRNO | EACCES)
    program += instruction(0x15, 0, 3, numbers['clone']) + load(16)
    program += instruction(0x45, 0, 1, NEW_NAMESPACES) + give(ERRNO | EPERM)
    return program + give(ALLOW)


def call_program():
    """The second, small filter: what the fork server itself still needs and a program does not. Files in memory
    are among it: they would count towards no limit."""
    program = load(0)
    for name in ('mount', 'umount2', 'memfd_create'):
        program += when_equal(SYSCALLS[name], ERRNO | EPERM)
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
