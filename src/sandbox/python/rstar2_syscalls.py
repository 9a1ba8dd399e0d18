"""System calls that programs do not get, by name: their numbers on x86_64 and on aarch64, None where there is no such call."""
import os

AUDIT_ARCH = {'x86_64': 0xC000003E, 'aarch64': 0xC00000B7}
PROCESSOR = list(AUDIT_ARCH).index(os.uname().machine) if os.uname().machine in AUDIT_ARCH else None


def here(calls):
    """Those that this processor has, with their numbers."""
    if PROCESSOR is None:
        return {}
    return {name: numbers[PROCESSOR] for name, numbers in calls.items() if numbers[PROCESSOR] is not None}


# System calls that no program of ours needs and that reach past the sandbox or widen the kernel's attack surface.
DENIED = here({
    'ptrace': (101, 117), 'process_vm_readv': (310, 270), 'process_vm_writev': (311, 271), 'kcmp': (312, 272),
    'pidfd_getfd': (438, 438), 'pivot_root': (155, 41), 'chroot': (161, 51), 'unshare': (272, 97),
    'setns': (308, 268), 'open_tree': (428, 428), 'move_mount': (429, 429), 'fsopen': (430, 430),
    'fsconfig': (431, 431), 'fsmount': (432, 432), 'fspick': (433, 433), 'mount_setattr': (442, 442),
    'open_tree_attr': (467, 467), 'bpf': (321, 280), 'perf_event_open': (298, 241), 'userfaultfd': (323, 282),
    'io_uring_setup': (425, 425), 'io_uring_enter': (426, 426), 'io_uring_register': (427, 427),
    'keyctl': (250, 219), 'add_key': (248, 217), 'request_key': (249, 218), 'init_module': (175, 105),
    'finit_module': (313, 273), 'delete_module': (176, 106), 'kexec_load': (246, 104), 'kexec_file_load': (320, 294),
    'reboot': (169, 142), 'swapon': (167, 224), 'swapoff': (168, 225), 'syslog': (103, 116), 'acct': (163, 89),
    'quotactl': (179, 60), 'quotactl_fd': (443, 443), 'settimeofday': (164, 170), 'clock_settime': (227, 112),
    'adjtimex': (159, 171), 'clock_adjtime': (305, 266), 'sethostname': (170, 161), 'setdomainname': (171, 162),
    'iopl': (172, None), 'ioperm': (173, None), 'modify_ldt': (154, None), 'vhangup': (153, 58),
    'uselib': (134, None), 'ustat': (136, None), 'personality': (135, 92), 'lookup_dcookie': (212, 18),
    'nfsservctl': (180, 42), 'fanotify_init': (300, 262), 'name_to_handle_at': (303, 264),
    'open_by_handle_at': (304, 265), 'shmget': (29, 194), 'shmat': (30, 196), 'shmctl': (31, 195),
    'semget': (64, 190), 'semop': (65, 193), 'semctl': (66, 191), 'semtimedop': (220, 192), 'msgget': (68, 186),
    'msgsnd': (69, 189), 'msgrcv': (70, 188), 'msgctl': (71, 187), 'mq_open': (240, 180), 'mq_unlink': (241, 181),
    'move_pages': (279, 239), 'migrate_pages': (256, 238), 'mbind': (237, 235), 'set_mempolicy': (238, 237),
    'vmsplice': (278, 75), 'memfd_secret': (447, 447), 'pidfd_send_signal': (424, 424),
    'process_madvise': (440, 440), 'process_mrelease': (448, 448), 'ioprio_set': (251, 30), 'flock': (73, 32),
    'setxattr': (188, 5), 'lsetxattr': (189, 6), 'fsetxattr': (190, 7), 'removexattr': (197, 14),
    'lremovexattr': (198, 15), 'fremovexattr': (199, 16), 'io_setup': (206, 0), 'io_destroy': (207, 1),
    'io_getevents': (208, 4), 'io_submit': (209, 2), 'io_cancel': (210, 3), 'io_pgetevents': (333, 292),
    'timer_create': (222, 107), 'sync': (162, 81), 'syncfs': (306, 267), 'inotify_init': (253, None),
    'inotify_init1': (294, 26), 'inotify_add_watch': (254, 27), 'connect': (42, 203), 'accept': (43, 202),
    'bind': (49, 200), 'listen': (50, 201), 'accept4': (288, 242),
})
# System calls that can be about another process: never about the fork server, whose priority, limits and signals would
# outlast the program.
ABOUT_A_PROCESS = here({
    'kill': (62, 129), 'tkill': (200, 130), 'tgkill': (234, 131), 'rt_sigqueueinfo': (129, 138),
    'rt_tgsigqueueinfo': (297, 240), 'prlimit64': (302, 261), 'sched_setaffinity': (203, 122),
    'sched_setscheduler': (144, 119), 'sched_setparam': (142, 118), 'sched_setattr': (314, 274),
    'setpriority': (141, 140), 'fcntl': (72, 25),
})
# What changes files by their names, whatever landlock says: where a program has the user of others.
ABOUT_FILES = here({
    'chmod': (90, None), 'fchmod': (91, 52), 'fchmodat': (268, 53), 'fchmodat2': (452, 452), 'chown': (92, None),
    'fchown': (93, 55), 'lchown': (94, None), 'fchownat': (260, 54), 'utime': (132, None), 'utimes': (235, None),
    'futimesat': (261, None), 'utimensat': (280, 88),
})
TIMES = ('utime', 'utimes', 'futimesat', 'utimensat')
SIGNALS = ('kill', 'tkill', 'tgkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo')
# Where nothing but the server counts memory. Descriptors that are being sent between processes are in no process's table, and so are
# their buffers; a socket could be given larger ones; a pipe could keep pages of a file that has been cut.
HIDES_MEMORY = here({
    'sendmsg': (46, 211), 'sendmmsg': (307, 269), 'setsockopt': (54, 208), 'splice': (275, 76), 'tee': (276, 77),
})
# System calls that programs get with some arguments, or that the server makes itself.
CALLS = here({
    'socket': (41, 198), 'clone': (56, 220), 'clone3': (435, 435), 'mount': (165, 40), 'umount2': (166, 39),
    'pivot_root': (155, 41), 'get_robust_list': (274, 100), 'memfd_create': (319, 279), 'mmap': (9, 222),
    'prctl': (157, 167), 'seccomp': (317, 277), 'socketpair': (53, 199), 'truncate': (76, 45),
    'rt_sigaction': (13, 134),
})
# Rules about files are the server's to make; the kernel keeps as many of them as it is given.
LANDLOCK = (444, 445, 446)
LAST_KNOWN = 462  # what later kernels add is not there
