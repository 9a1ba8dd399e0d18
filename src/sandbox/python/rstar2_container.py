"""A container without bubblewrap: namespaces by unshare(2) and a minimal read-only root by bind mounts."""
import os
import signal

import rstar2_confine as confine

SPACES = (confine.CLONE_NEWNS | confine.CLONE_NEWPID | confine.CLONE_NEWNET | confine.CLONE_NEWIPC
          | confine.CLONE_NEWUTS)
INSIDE_ID = 1000


def enter(root, changes_user):
    """Continues as pid 1 of a new container; the process that was called stays behind and ends with it."""
    user, group = os.getuid(), os.getgid()
    if changes_user:
        confine.unshare(SPACES)  # the user namespace comes later, under an id that owns nothing
    else:
        confine.unshare(SPACES | confine.CLONE_NEWUSER)
        for name, text in (('setgroups', 'deny'), ('uid_map', '%d %d 1' % (INSIDE_ID, user)),
                           ('gid_map', '%d %d 1' % (INSIDE_ID, group))):
            with open('/proc/self/' + name, 'w') as file:
                file.write(text)
    child = os.fork()
    if child != 0:
        wait_for(child)
    confine.prctl(confine.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    confine.libc.sethostname(b'sandbox', 7)
    build(root)


def wait_for(child):
    """Our death takes the container with it, and its end is ours."""
    for fd in range(7):
        try:
            os.close(fd)
        except OSError:
            pass
    _, status = os.waitpid(child, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def build(root):
    """A tmpfs as the new root, the listed paths bound into it, and the old root gone (as bubblewrap does it: the first
    pivot moves the old root aside, so that a source may lie below the folder that the tmpfs covers)."""
    confine.mount('none', '/', '', confine.MS_REC | confine.MS_PRIVATE)
    confine.mount('tmpfs', '/tmp', 'tmpfs', confine.MS_NOSUID | confine.MS_NODEV, 'mode=755')
    os.chdir('/tmp')
    os.mkdir('old')
    os.mkdir('new')
    confine.pivot_root('.', 'old')
    os.chdir('/')
    confine.mount('/new', '/new', '', confine.MS_BIND)
    for source, target in root['readOnly']:
        if os.path.exists('/old' + source):
            bind('/old' + source, '/new' + target)
            confine.read_only('/new' + target)
    for device in root['devices']:
        bind('/old' + device, '/new' + device)
    for path in root['folders']:
        os.makedirs('/new' + path, 0o755, exist_ok=True)
    for target, path in root['links']:
        os.makedirs(os.path.dirname('/new' + path), 0o755, exist_ok=True)
        os.symlink(target, '/new' + path)
    os.makedirs('/new/proc', 0o755, exist_ok=True)
    confine.mount('proc', '/new/proc', 'proc', confine.MS_NOSUID | confine.MS_NODEV | confine.MS_NOEXEC)
    confine.check_unmount('/old')
    os.chdir('/new')
    confine.pivot_root('.', '.')
    confine.check_unmount('.')
    os.chdir('/')
    confine.mount('none', '/', '', confine.MS_REMOUNT | confine.MS_BIND | confine.MS_RDONLY | confine.MS_NOSUID
                  | confine.MS_NODEV)


def bind(source, target):
    if os.path.isdir(source):
        os.makedirs(target, 0o755, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), 0o755, exist_ok=True)
        open(target, 'w').close()
    confine.mount(source, target, '', confine.MS_BIND | confine.MS_REC)
