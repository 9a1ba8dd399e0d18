"""A container without bubblewrap: namespaces by unshare(2) and a minimal read-only root by bind mounts."""
import os
import signal

import rstar2_linux as linux

SPACES = (linux.CLONE_NEWNS | linux.CLONE_NEWPID | linux.CLONE_NEWNET | linux.CLONE_NEWIPC
          | linux.CLONE_NEWUTS)
INSIDE_ID = 1000


def enter(root, changes_user):
    """Continues as pid 1 of a new container; the process that was called stays behind and ends with it."""
    user, group = os.getuid(), os.getgid()
    if changes_user:
        linux.unshare(SPACES)  # the user namespace comes later, under an id that owns nothing
    else:
        linux.unshare(SPACES | linux.CLONE_NEWUSER)
        for name, text in (('setgroups', 'deny'), ('uid_map', '%d %d 1' % (INSIDE_ID, user)),
                           ('gid_map', '%d %d 1' % (INSIDE_ID, group))):
            with open('/proc/self/' + name, 'w') as file:
                file.write(text)
    child = os.fork()
    if child != 0:
        wait_for(child)
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    linux.libc.sethostname(b'sandbox', 7)
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
    linux.mount('none', '/', '', linux.MS_REC | linux.MS_PRIVATE)
    linux.mount('tmpfs', '/tmp', 'tmpfs', linux.MS_NOSUID | linux.MS_NODEV, 'mode=755')
    os.chdir('/tmp')
    os.mkdir('old')
    os.mkdir('new')
    linux.pivot_root('.', 'old')
    os.chdir('/')
    linux.mount('/new', '/new', '', linux.MS_BIND)
    for source, target in root['readOnly']:
        if os.path.exists('/old' + source):
            bind('/old' + source, '/new' + target)
            linux.read_only('/new' + target)
    for device in root['devices']:
        bind('/old' + device, '/new' + device)
    for path in root['folders']:
        os.makedirs('/new' + path, 0o755, exist_ok=True)
    for target, path in root['links']:
        os.makedirs(os.path.dirname('/new' + path), 0o755, exist_ok=True)
        os.symlink(target, '/new' + path)
    os.makedirs('/new/proc', 0o755, exist_ok=True)
    linux.mount('proc', '/new/proc', 'proc', linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC)
    linux.check_unmount('/old')
    os.chdir('/new')
    linux.pivot_root('.', '.')
    linux.check_unmount('.')
    os.chdir('/')
    linux.mount('none', '/', '', linux.MS_REMOUNT | linux.MS_BIND | linux.MS_RDONLY | linux.MS_NOSUID
                  | linux.MS_NODEV)


def bind(source, target):
    if os.path.isdir(source):
        os.makedirs(target, 0o755, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), 0o755, exist_ok=True)
        open(target, 'w').close()
    linux.mount(source, target, '', linux.MS_BIND | linux.MS_REC)
