"""System calls that programs do not get, by processor."""

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
        'flock': 73, 'setxattr': 188, 'lsetxattr': 189, 'fsetxattr': 190, 'removexattr': 197, 'lremovexattr': 198,
        'fremovexattr': 199, 'io_setup': 206, 'io_destroy': 207, 'io_getevents': 208, 'io_submit': 209,
        'io_cancel': 210, 'io_pgetevents': 333, 'timer_create': 222, 'sync': 162, 'syncfs': 306,
        'inotify_init': 253, 'inotify_init1': 294, 'inotify_add_watch': 254, 'connect': 42, 'accept': 43, 'bind': 49,
        'listen': 50, 'accept4': 288,
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
        'flock': 32, 'setxattr': 5, 'lsetxattr': 6, 'fsetxattr': 7, 'removexattr': 14, 'lremovexattr': 15,
        'fremovexattr': 16, 'io_setup': 0, 'io_destroy': 1, 'io_submit': 2, 'io_cancel': 3, 'io_getevents': 4,
        'io_pgetevents': 292, 'timer_create': 107, 'sync': 81, 'syncfs': 267, 'inotify_init1': 26,
        'inotify_add_watch': 27, 'connect': 203, 'accept': 202, 'bind': 200, 'listen': 201, 'accept4': 242,
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
# What changes files by their names, whatever landlock says: where a program has the user of others.
ABOUT_FILES = {
    'x86_64': {'chmod': 90, 'fchmod': 91, 'fchmodat': 268, 'fchmodat2': 452, 'chown': 92, 'fchown': 93, 'lchown': 94,
               'fchownat': 260, 'utime': 132, 'utimes': 235, 'futimesat': 261, 'utimensat': 280},
    'aarch64': {'fchmod': 52, 'fchmodat': 53, 'fchmodat2': 452, 'fchownat': 54, 'fchown': 55, 'utimensat': 88},
}
TIMES = ('utime', 'utimes', 'futimesat', 'utimensat')
SIGNALS = ('kill', 'tkill', 'tgkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo')
# Where nothing but the server counts memory. Descriptors that are being sent between processes are in no process's table, and so are
# their buffers; a socket could be given larger ones; a pipe could keep pages of a file that has been cut.
HIDES_MEMORY = {
    'x86_64': {'sendmsg': 46, 'sendmmsg': 307, 'setsockopt': 54, 'splice': 275, 'tee': 276},
    'aarch64': {'sendmsg': 211, 'sendmmsg': 269, 'setsockopt': 208, 'splice': 76, 'tee': 77},
}
MMAP = {'x86_64': 9, 'aarch64': 222}
PRCTL = {'x86_64': 157, 'aarch64': 167}
SECCOMP = {'x86_64': 317, 'aarch64': 277}
# Rules about files are the server's to make; the kernel keeps as many of them as it is given.
LANDLOCK = (444, 445, 446)
SOCKETPAIR = {'x86_64': 53, 'aarch64': 199}
TRUNCATE = {'x86_64': 76, 'aarch64': 45}
SIGACTION = {'x86_64': 13, 'aarch64': 134}
LAST_KNOWN = 462  # what later kernels add is not there
