"""Linux confinement through ctypes: namespaces, mounts, capabilities, seccomp, limits. Standard library only."""
import ctypes
import os
import resource
import struct

MACHINE = os.uname().machine
libc = ctypes.CDLL(None, use_errno=True)
# For what is called in every call: prepared once, called with plain numbers, and never blocking.
quick = ctypes.PyDLL(None)
kill, waitpid = quick.kill, quick.waitpid

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP = 0x10000000, 0x20000000, 0x40000000, 0x2000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_NOATIME, MS_NODIRATIME, MS_BIND, MS_REC, MS_PRIVATE, MS_RELATIME = 1024, 2048, 4096, 16384, 1 << 18, 1 << 21
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT = 38, 36, 47


class Unsupported(Exception):
    """This kernel or processor does not have it."""


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
    """Whatever is mounted there, if anything is; what is still in use goes when it no longer is."""
    return libc.umount2(target.encode(), MNT_DETACH) == 0


def make_mount(target, options):
    """A function that mounts a new tmpfs there."""
    call = quick.mount
    arguments = (b'tmpfs', target.encode(), b'tmpfs', MS_NOSUID | MS_NODEV, options.encode())

    def mount_again():
        if call(*arguments) != 0:
            raise OSError('mount %s' % target)
    return mount_again


def check_unmount(target):
    check(libc.umount2(target.encode(), MNT_DETACH), 'umount %s' % target)


def pivot_root(new, old):
    check(libc.syscall(SYSCALLS['pivot_root'], new.encode(), old.encode()), 'pivot_root')


def read_only(path):
    """The mount and all below it; older kernels know only the mount itself."""
    attributes = struct.pack('QQQQ', 1 | 2 | 4, 0, 0, 0)  # read-only, no set-user-id, no devices
    size = ctypes.c_size_t(len(attributes))
    if libc.syscall(442, ctypes.c_int(-100), path.encode(), ctypes.c_uint(0x8000), attributes, size) == 0:
        return
    # Flags that the source mount has are locked in a user namespace and must be kept.
    flags, have = MS_NOSUID | MS_NODEV, os.statvfs(path).f_flag
    for name, flag in (('ST_NOEXEC', MS_NOEXEC), ('ST_NOATIME', MS_NOATIME), ('ST_NODIRATIME', MS_NODIRATIME),
                       ('ST_RELATIME', MS_RELATIME)):
        if have & getattr(os, name):
            flags |= flag
    mount('none', path, '', MS_REMOUNT | MS_BIND | MS_RDONLY | flags)


def become(uid, own_namespace):
    """Leaves root for an id that nobody else has; then owns, if asked, a user namespace of its own to mount in."""
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


SYSCALLS = {
    'x86_64': {'socket': 41, 'clone': 56, 'clone3': 435, 'mount': 165, 'umount2': 166, 'pivot_root': 155,
               'get_robust_list': 274, 'memfd_create': 319},
    'aarch64': {'socket': 198, 'clone': 220, 'clone3': 435, 'mount': 40, 'umount2': 39, 'pivot_root': 41,
                'get_robust_list': 100, 'memfd_create': 279},
}.get(MACHINE, {})


# --- fork ----------------------------------------------------------------------------------------------------------

SIGCHLD, CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID = 17, 0x200000, 0x1000000


def thread_id_address():
    """Where the C library keeps the thread's id, 16 bytes before its list of robust mutexes; 0 where it is not so."""
    head, size = ctypes.c_void_p(), ctypes.c_size_t()
    if libc.syscall(SYSCALLS['get_robust_list'], 0, ctypes.byref(head), ctypes.byref(size)) != 0 or not head.value:
        return 0
    address = head.value - 16
    return address if ctypes.c_int.from_address(address).value == os.getpid() else 0


def make_fork(namespaces=0):
    """fork(2), into new namespaces where asked, without the interpreter's own bookkeeping, which touches 170 pages and
    doubles what a child costs.

    It re-creates locks that other threads may hold; there must be none when this is called, and is none: os.fork is
    given where a preloaded module has started a thread.
    """
    with open('/proc/self/stat') as file:
        threads = int(file.read().rsplit(') ', 1)[1].split()[17])
    address = thread_id_address() if SYSCALLS else 0
    if threads != 1 or address == 0:
        if namespaces:
            raise Unsupported('fork into namespaces')
        return os.fork
    call = quick.syscall
    flags = ctypes.c_ulong(SIGCHLD | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | namespaces)
    zero, thread = ctypes.c_ulong(0), ctypes.c_ulong(address)
    rest = (zero, thread, zero) if MACHINE == 'x86_64' else (zero, zero, thread)
    number = SYSCALLS['clone']

    def fork():
        pid = call(number, flags, zero, *rest)
        if pid < 0:
            raise OSError('clone')
        return pid
    return fork


HUGE_PAGE, MADV_COLLAPSE = 1 << 21, 25


def merge_pages():
    """Puts the memory of big libraries into huge pages: a fork then copies one entry for 512. Those that are written to
    are split again, which is not worth it for a few. Linux 6.1 and newer; where it cannot be done nothing is lost."""
    with open('/proc/self/maps') as file:
        areas = [line.split() for line in file]
    for span, access, *_, name in (area if len(area) > 5 else [*area, ''] for area in areas):
        if access == 'rw-p' and name in ('', '[heap]'):
            start, end = (int(address, 16) for address in span.split('-'))
            start, end = -(-start // HUGE_PAGE) * HUGE_PAGE, end // HUGE_PAGE * HUGE_PAGE
            if end - start >= 4 * HUGE_PAGE:
                libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_COLLAPSE)


def drop_bounding_set():
    """No program started later can gain a capability, whatever its file says."""
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) < 0:
            break


CAPABILITY_HEADER = struct.pack('Ii', 0x20080522, 0)
NO_CAPABILITIES = bytes(24)


capset, quick_prctl = quick.capset, quick.prctl


def drop_capabilities():
    if capset(CAPABILITY_HEADER, NO_CAPABILITIES) != 0:
        raise OSError('capset')


def be_dumpable():
    """A program may look at itself in /proc; the server, which nobody may look at, has handed down that it may not."""
    if quick_prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0:
        raise OSError('prctl')


# --- limits --------------------------------------------------------------------------------------------------------

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


def apply_limits(cpu_seconds, memory, file_size, processes, count_processes):
    """CPU: SIGXCPU at the limit, SIGKILL a second later for a program that ignores it. The number of processes is
    counted by user, so it is a limit on the program only in a user namespace of its own (with the server, one more)."""
    limit(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    limit(resource.RLIMIT_AS, memory)
    limit(resource.RLIMIT_FSIZE, file_size)
    if count_processes:
        limit(resource.RLIMIT_NPROC, processes + 1)


# --- landlock ------------------------------------------------------------------------------------------------------

READ_ACCESS = 1 | 4 | 8  # execute, read a file, read a folder
LANDLOCK_ACCESS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}


def landlock(read, write):
    """Files outside of the listed folders cannot be opened any more; only those of `write` can be changed."""
    if not SYSCALLS:
        raise Unsupported('not for this processor')
    version = libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    if version < 1:
        raise Unsupported('not in this kernel')
    handled = LANDLOCK_ACCESS[min(version, 3)]
    rules = check(libc.syscall(444, ctypes.byref(ctypes.c_uint64(handled)), ctypes.c_size_t(8), ctypes.c_uint(0)),
                  'landlock')
    for access, paths in ((READ_ACCESS, read), (handled, write)):
        for path in paths:
            try:
                fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            allowed = access if os.path.isdir(path) else access & (1 | 2 | 4)
            rule = struct.pack('<Qi', allowed & handled, fd)
            check(libc.syscall(445, ctypes.c_int(rules), ctypes.c_int(1), rule, ctypes.c_uint(0)), 'landlock rule')
            os.close(fd)
    check(libc.syscall(446, ctypes.c_int(rules), ctypes.c_uint(0)), 'landlock')
    os.close(rules)


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
        'set_mempolicy': 238, 'vmsplice': 278, 'memfd_secret': 447,
        'pidfd_send_signal': 424, 'process_madvise': 440, 'process_mrelease': 448, 'ioprio_set': 251,
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
        'mbind': 235, 'set_mempolicy': 237, 'vmsplice': 75, 'memfd_secret': 447,
        'pidfd_send_signal': 424, 'process_madvise': 440, 'process_mrelease': 448, 'ioprio_set': 30,
    },
}
# System calls that can be about another process: never about the fork server, whose priority, limits and signals would
# outlast the program. By number of the argument that names it.
ABOUT_A_PROCESS = {
    'x86_64': {'kill': 62, 'tkill': 200, 'tgkill': 234, 'rt_sigqueueinfo': 129, 'rt_tgsigqueueinfo': 297,
               'prlimit64': 302, 'sched_setaffinity': 203, 'sched_setscheduler': 144, 'sched_setparam': 142,
               'sched_setattr': 314, 'setpriority': 141, 'fcntl': 72},
    'aarch64': {'kill': 129, 'tkill': 130, 'tgkill': 131, 'rt_sigqueueinfo': 138, 'rt_tgsigqueueinfo': 240,
                'prlimit64': 261, 'sched_setaffinity': 122, 'sched_setscheduler': 119, 'sched_setparam': 118,
                'sched_setattr': 274, 'setpriority': 140, 'fcntl': 25},
}
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


def seccomp_program():
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


def mount_program():
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
