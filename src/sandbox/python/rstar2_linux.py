"""The kernel through ctypes: calls that the standard library lacks, by name. Standard library only."""
import ctypes
import os
import struct

from rstar2_syscalls import CALLS

MACHINE = os.uname().machine
libc = ctypes.CDLL(None, use_errno=True)
# For what is called in every call: prepared once, called with plain numbers, and never blocking.
quick = ctypes.PyDLL(None)
kill, waitpid, quick_prctl = quick.kill, quick.waitpid, quick.prctl

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP = 0x10000000, 0x20000000, 0x40000000, 0x2000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_NOATIME, MS_NODIRATIME, MS_BIND, MS_REC, MS_PRIVATE, MS_RELATIME = 1024, 2048, 4096, 16384, 1 << 18, 1 << 21
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT, PR_SET_THP_DISABLE = 38, 36, 47, 41


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
    arguments = (b'tmpfs', target.encode(), b'tmpfs', MS_NOSUID | MS_NODEV | MS_NOATIME, options.encode())

    def mount_again():
        if call(*arguments) != 0:
            raise OSError('mount %s' % target)
    return mount_again


def check_unmount(target):
    check(libc.umount2(target.encode(), MNT_DETACH), 'umount %s' % target)


def pivot_root(new, old):
    check(libc.syscall(CALLS['pivot_root'], new.encode(), old.encode()), 'pivot_root')


def read_only(path, device=False):
    """The mount and all below it; older kernels know only the mount itself. A device can still be read and written."""
    attributes = struct.pack('QQQQ', 1 | 2 | (0 if device else 4), 0, 0, 0)  # read-only, no set-user-id, no devices
    size = ctypes.c_size_t(len(attributes))
    if libc.syscall(442, ctypes.c_int(-100), path.encode(), ctypes.c_uint(0x8000), attributes, size) == 0:
        return
    # Flags that the source mount has are locked in a user namespace and must be kept.
    flags, have = MS_NOSUID | (0 if device else MS_NODEV), os.statvfs(path).f_flag
    for name, flag in (('ST_NOEXEC', MS_NOEXEC), ('ST_NOATIME', MS_NOATIME), ('ST_NODIRATIME', MS_NODIRATIME),
                       ('ST_RELATIME', MS_RELATIME)):
        if have & getattr(os, name):
            flags |= flag
    mount('none', path, '', MS_REMOUNT | MS_BIND | MS_RDONLY | flags)
