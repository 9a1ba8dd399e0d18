"""What a process gives up: its user, its capabilities."""
import ctypes
import os
import struct

from rstar2_linux import (CLONE_NEWNS, CLONE_NEWUSER, PR_CAPBSET_DROP, PR_SET_DUMPABLE, libc, prctl, quick,
                          quick_prctl, unshare)


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
    """A program may look at itself in /proc; the server, which nobody may look at, has handed down that it may not."""
    if quick_prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0:
        raise OSError('prctl')
