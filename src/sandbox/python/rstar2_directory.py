"""A program's private directory: empty at the start of each."""
import os

from rstar2_linux import make_mount, unmount


class PrivateDirectory:
    def __init__(self, path, size, contained):
        self.path = path
        self.contained = contained
        self.mount = make_mount(path, 'mode=1777,size=%d,nr_inodes=16384' % size)
        self.empty = None  # what it looks like when no program has been in it

    def renew(self):
        """An empty one in place of one that a program has been in: a new tmpfs; without namespaces a new directory, in
        every call, with nothing beside it."""
        if not self.contained:
            os.chdir('/')
            empty(os.path.dirname(self.path))
            os.mkdir(self.path, 0o700)
            os.chdir(self.path)
        elif self.empty is None or look() != self.empty:
            unmount(self.path)
            self.mount()
            os.chdir(self.path)
            self.empty = look()

    def remove(self):
        if not self.contained:
            os.chdir('/')
            remove(self.path)


def look():
    """What the private directory looks like: the size of a tmpfs folder counts what is in it. Times are coarse, so that
    it is not inferred from them alone."""
    about = os.stat('.')
    return about.st_size, about.st_nlink, about.st_mode, about.st_ctime_ns, os.listxattr('.')


def empty(folder):
    """A program may have left something beside its own directory, and changed the mode of what holds both."""
    os.chmod(folder, 0o700)
    for name in os.listdir(folder):
        remove(os.path.join(folder, name))


def remove(folder):
    """All of it, whatever modes a program has given what is in it, and however deep it is: folders are first moved up."""
    if not os.path.lexists(folder):
        return
    if os.path.islink(folder) or not os.path.isdir(folder):
        os.unlink(folder)  # a program has put it in the place of its own
        return
    folders = [folder]
    for path in folders:
        os.chmod(path, 0o700)
        with os.scandir(path) as entries:
            found = list(entries)
        for entry in found:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
                continue
            os.chmod(entry.path, 0o700)
            raised = os.path.join(folder, 'removed-%s-%d' % (os.urandom(8).hex(), len(folders)))
            os.rename(entry.path, raised)
            folders.append(raised)
    for path in reversed(folders):
        os.rmdir(path)
