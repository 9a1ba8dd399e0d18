"""What a fork server gives up once and for all before its first call, so that it costs a call nothing."""
import os
import signal

from rstar2_landlock import landlock
from rstar2_limits import set_common_limits
from rstar2_linux import (PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, Unsupported,
                          prctl)
from rstar2_privileges import become, drop_bounding_set
from rstar2_seccomp import Filter, call_program, server_program


class Confinement:
    def __init__(self, settings):
        self.contained = settings['contained']
        self.directory = settings['directory']
        self.missing = []  # what could not be had, and why
        self.filter = None  # what a child puts on besides
        if not self.contained:
            # Without a pid namespace, orphans of a program come to us, to be found and killed.
            prctl(PR_SET_CHILD_SUBREAPER, 1)
        if settings['confine']:
            if settings['uid'] is not None:
                self.change_user(settings['uid'])
            prctl(PR_SET_NO_NEW_PRIVS, 1)
            drop_bounding_set()
            if settings['landlock'] is not None:
                self.attempt('landlock', lambda: landlock(**settings['landlock']))
            self.attempt('seccomp', self.install_filter)
        set_common_limits()
        # Whoever started us may be gone without a word; and nobody looks into our memory.
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        prctl(PR_SET_DUMPABLE, 0)

    def change_user(self, uid):
        if not self.contained:
            if not readable_by_others(os.__file__):
                self.missing.append('own user: the interpreter is not readable by others')
                return
            os.chown(os.path.dirname(self.directory), uid, uid)
        become(uid, own_namespace=self.contained)

    def install_filter(self):
        Filter(server_program()).install()
        if self.contained:
            self.filter = Filter(call_program())

    def attempt(self, what, action):
        try:
            action()
        except (OSError, Unsupported) as error:
            self.missing.append('%s: %s' % (what, error))


def readable_by_others(path):
    while True:
        if not os.stat(path).st_mode & (0o1 if os.path.isdir(path) else 0o4):
            return False
        if path == '/':
            return True
        path = os.path.dirname(path)
