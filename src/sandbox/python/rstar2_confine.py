"""Linux confinement through ctypes: namespaces, mounts, capabilities, seccomp, resource limits. Standard library only."""
import ctypes
import os
import platform
import resource
import struct

libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP = 0x10000000, 0x20000000, 0x40000000, 0x2000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT = 38, 36, 47


def check(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, '%s: %s' % (what, os.strerror(number)))
    return result


def prctl(option, *args):
    values = [ctypes.c_ulong(value) for value in args] + [ctypes.c_ulong(0)] * (4 - len(args))
    return check(libc.prctl(option, *values), 'prctl(%d)' % option)


def unshare(flags):
    check(libc.unshare(flags), 'unshare')


def mount(source, target, kind, flags, data=''):
    check(libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data.encode()),
          'mount %s' % target)


def unmount(target):
    return libc.umount2(target.encode(), MNT_DETACH) == 0


def become(uid):
    """Leaves root for an id nobody else has, then owns a user namespace of its own in which it can mount."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    prctl(PR_SET_DUMPABLE, 1)
    unshare(CLONE_NEWUSER | CLONE_NEWNS)
    for name, text in (('setgroups', 'deny'), ('uid_map', '1000 %d 1' % uid), ('gid_map', '1000 %d 1' % uid)):
        with open('/proc/self/' + name, 'w') as file:
            file.write(text)


def drop_bounding_set():
    """No program started later can gain a capability, whatever its file says."""
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) < 0:
            break


CAPABILITY_HEADER = struct.pack('Ii', 0x20080522, 0)
NO_CAPABILITIES = bytes(24)


def drop_capabilities():
    check(libc.capset(CAPABILITY_HEADER, NO_CAPABILITIES), 'capset')


def limit(kind, soft, hard=None):
    """Lowers a limit; where the caller's own hard limit is lower still, that one stays."""
    hard = soft if hard is None else hard
    ceiling = resource.getrlimit(kind)[1]
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    resource.setrlimit(kind, (soft, hard))


def apply_limits(limits, count_processes):
    """CPU: SIGXCPU at the limit, SIGKILL a second later for a program that ignores it. The number of processes is
    the user's, so it is a limit on the program only in a user namespace of its own (we are one of them)."""
    seconds = -(-limits['cpuMs'] // 1000)
    limit(resource.RLIMIT_CPU, seconds, seconds + 1)
    limit(resource.RLIMIT_AS, limits['memoryBytes'])
    limit(resource.RLIMIT_FSIZE, limits['fileSizeBytes'])
    if count_processes:
        limit(resource.RLIMIT_NPROC, limits['processes'] + 1)
    limit(resource.RLIMIT_NOFILE, 256)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_MEMLOCK, 65536)
    limit(resource.RLIMIT_MSGQUEUE, 0)


# --- seccomp -------------------------------------------------------------------------------------------------------

AUDIT_ARCH = {'x86_64': 0xC000003E, 'aarch64': 0xC00000B7}
# System calls that no program of ours needs and that reach past the sandbox or widen the kernel's attack surface.
DENIED = {
    'x86_64': {
        'ptrace': 101, 'process_vm_readv': 310, 'process_vm_writev': 311, 'kcmp': 312, 'pidfd_getfd': 438,
        'pivot_root': 155, 'chroot': 161, 'unshare': 272, 'setns': 308, 'open_tree': 428, 'move_mount': 429,
        'fsopen': 430, 'fsconfig': 431, 'fsmount': 432, 'fspick': 433, 'mount_setattr': 442, 'open_tree_attr': 467,
        'bpf': 321, 'perf_event_open': 298, 'userfaultfd': 323, 'io_uring_setup': 425, 'io_uring_enter': 426,
        'io_uring_register': 427, 'keyctl': 250, 'add_key': 248, 'request_key': 249, 'init_module': 175,
        'finit_module': 313, 'delete_module': 176, 'kexec_load': 246, 'kexec_file_load': 320, 'reboot': 169,
        'swapon': 167, 'swapoff': 168, 'syslog': 103, 'acct': 163, 'quotactl': 179, 'quotactl_fd': 443,
        'settimeofday': 164, 'clock_settime': 227, 'adjtimex': 159, 'clock_adjtime': 305, 'sethostname': 170,
        'setdomainname': 171, 'iopl': 172, 'ioperm': 173, 'modify_ldt': 154, 'vhangup': 153, 'uselib': 134,
        'ustat': 136, 'personality': 135, 'lookup_dcookie': 212, 'nfsservctl': 180, 'fanotify_init': 300,
        'name_to_handle_at': 303, 'open_by_handle_at': 304, 'shmget': 29, 'shmat': 30, 'shmctl': 31, 'semget': 64,
        'semop': 65, 'semctl': 66, 'semtimedop': 220, 'msgget': 68, 'msgsnd': 69, 'msgrcv': 70, 'msgctl': 71,
        'mq_open': 240, 'mq_unlink': 241, 'move_pages': 279, 'migrate_pages': 256, 'mbind': 237,
        'set_mempolicy': 238, 'vmsplice': 278, 'memfd_secret': 447, 'landlock_create_ruleset': 444,
    },
    'aarch64': {
        'ptrace': 117, 'process_vm_readv': 270, 'process_vm_writev': 271, 'kcmp': 272, 'pidfd_getfd': 438,
        'pivot_root': 41, 'chroot': 51, 'unshare': 97, 'setns': 268, 'open_tree': 428, 'move_mount': 429,
        'fsopen': 430, 'fsconfig': 431, 'fsmount': 432, 'fspick': 433, 'mount_setattr': 442, 'open_tree_attr': 467,
        'bpf': 280, 'perf_event_open': 241, 'userfaultfd': 282, 'io_uring_setup': 425, 'io_uring_enter': 426,
        'io_uring_register': 427, 'keyctl': 219, 'add_key': 217, 'request_key': 218, 'init_module': 105,
        'finit_module': 273, 'delete_module': 106, 'kexec_load': 104, 'kexec_file_load': 294, 'reboot': 142,
        'swapon': 224, 'swapoff': 225, 'syslog': 116, 'acct': 89, 'quotactl': 60, 'quotactl_fd': 443,
        'settimeofday': 170, 'clock_settime': 112, 'adjtimex': 171, 'clock_adjtime': 266, 'sethostname': 161,
        'setdomainname': 162, 'vhangup': 58, 'personality': 92, 'lookup_dcookie': 18, 'nfsservctl': 42,
        'fanotify_init': 262, 'name_to_handle_at': 264, 'open_by_handle_at': 265, 'shmget': 194, 'shmat': 196,
        'shmctl': 195, 'semget': 190, 'semop': 193, 'semctl': 191, 'semtimedop': 192, 'msgget': 186, 'msgsnd': 189,
        'msgrcv': 188, 'msgctl': 187, 'mq_open': 180, 'mq_unlink': 181, 'move_pages': 239, 'migrate_pages': 238,
        'mbind': 235, 'set_mempolicy': 237, 'vmsplice': 75, 'memfd_secret': 447, 'landlock_create_ruleset': 444,
    },
}
NUMBERS = {
    'x86_64': {'socket': 41, 'clone': 56, 'clone3': 435, 'mount': 165, 'umount2': 166},
    'aarch64': {'socket': 198, 'clone': 220, 'clone3': 435, 'mount': 40, 'umount2': 39},
}
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


def seccomp_program():
    """Denies what is listed above, every socket but a pair, and any clone that makes a namespace. None where the
    machine's architecture is not one of ours."""
    machine = platform.machine()
    if machine not in AUDIT_ARCH:
        return None
    numbers = NUMBERS[machine]
    program = load(4) + instruction(0x15, 1, 0, AUDIT_ARCH[machine]) + give(KILL) + load(0)
    if machine == 'x86_64':
        program += instruction(0x35, 0, 1, X32_BIT) + give(ERRNO | ENOSYS)
    denied = sorted(DENIED[machine].values())
    # One comparison each, all jumping to one verdict at the end would need long jumps; blocks of 100 stay within a byte.
    for start in range(0, len(denied), 100):
        block = denied[start:start + 100]
        for position, number in enumerate(block):
            program += instruction(0x15, len(block) - position, 0, number)
        program += instruction(0x05, 0, 0, 1) + give(ERRNO | EPERM)
    program += when_equal(numbers['clone3'], ERRNO | ENOSYS)  # its flags lie in memory, which a filter cannot read
    program += when_equal(numbers['socket'], ERRNO | EACCES)
    program += instruction(0x15, 0, 3, numbers['clone']) + load(16)
    program += instruction(0x45, 0, 1, NEW_NAMESPACES) + give(ERRNO | EPERM)
    return program + give(ALLOW)


def mount_program():
    """The second, small filter: what the fork server itself still needs and a program does not."""
    numbers = NUMBERS[platform.machine()]
    program = load(0) + when_equal(numbers['mount'], ERRNO | EPERM) + when_equal(numbers['umount2'], ERRNO | EPERM)
    return program + give(ALLOW)


class Filter(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('instructions', ctypes.c_void_p)]

    def __init__(self, program):
        self.buffer = ctypes.create_string_buffer(program, len(program))
        super().__init__(len(program) // 8, ctypes.addressof(self.buffer))

    def install(self):
        check(libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.byref(self), 0, 0), 'seccomp')
