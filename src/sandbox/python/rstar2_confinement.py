"""What a fork server gives up once and for all before its first call, so that it costs a call nothing."""
import os
import signal

import rstar2_landlock as landlock
from rstar2_linux import (PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, Unsupported,
                          prctl, read_only)
from rstar2_privileges import become, drop_bounding_set, set_common_limits, take_project_ids
from rstar2_seccomp import Filter, call_program, server_program, uncontained_program


class Confinement:
    def __init__(self, settings):
        self.settings = settings
        self.contained = settings['contained']
        self.missing = []  # what could not be had, and why
        self.own_user = False
        self.filtered = False
        if not self.contained:
            # Without a pid namespace, orphans of a program come to us, to be found and killed.
            prctl(PR_SET_CHILD_SUBREAPER, 1)
            os.setsid()  # the group that we were started in is not the programs'
        if settings['confine']:
            self.confine()
        set_common_limits()
        # Our parent may die without notice; and no other process may read our memory.
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        prctl(PR_SET_DUMPABLE, 0)

    def confine(self):
        if self.settings['uid'] is not None:
            self.change_user(self.settings['uid'])
        if self.contained:
            take_project_ids()
        for device in self.settings['devices']:  # its times are the machine's
            read_only(device, device=True)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        drop_bounding_set()
        if self.settings['landlock'] is not None:
            self.attempt('landlock', lambda: landlock.landlock(**self.settings['landlock']))
        self.attempt('seccomp', self.install_filter)
        if not self.contained:
            self.name_what_is_missing()

    def change_user(self, uid):
        if not self.contained:
            if not readable_by_others(os.__file__):
                self.missing.append('own user: the interpreter is not readable by others')
                return
            os.chown(os.path.dirname(self.settings['directory']), uid, uid)
        become(uid, own_namespace=self.contained)
        self.own_user = True

    def install_filter(self):
        Filter(server_program(self.contained, self.settings['countedMemory'], self.settings['countedCpu'])).install()
        self.filtered = True

    def name_what_is_missing(self):
        if not self.settings['countedMemory']:
            self.missing.append('memory: no control group counts it, and what lies in files does not count')
        if not self.own_user:
            self.missing.append('files: their modes, owners and times cannot be changed, not even of the program\'s own')
        if landlock.version() < landlock.SCOPES:
            self.missing.append('signals: a process can signal itself alone, since landlock here knows no scope')

    def of_call(self):
        """A function that puts on what a child has besides."""
        if not self.filtered:
            return lambda: None
        if self.contained:
            return Filter(call_program()).install
        scoped = landlock.version() >= landlock.SCOPES
        truncates = landlock.version() < landlock.TRUNCATES

        def confine_call():
            if scoped:
                landlock.scope_signals()
            Filter(uncontained_program(self.own_user, scoped, truncates)).install()
        return confine_call

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
