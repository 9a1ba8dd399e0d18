"""What a child process costs before it does anything: the limit under every fork server.

Reads the name of a JSON file: the folder of our Python files, the modules to load first, how many children, by how
many parents at once, and which layers of containment each child puts around itself. For every line on standard input
it makes all the children once and answers with their number.

With the layer "server" a parent lives where a fork server does (in namespaces, under a filter, in the control groups that
are listed for it), and its children put on what programs do: the same containment, around nothing.
"""

import gc
import json
import os
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
sys.path.insert(0, asked["folder"])

import rstar2_cell  # noqa: E402,F401  (as the server has it)
import rstar2_fork as fork_at_cost  # noqa: E402
import rstar2_linux as linux  # noqa: E402
import rstar2_seccomp as seccomp  # noqa: E402
from rstar2_privileges import apply_limits, drop_capabilities, set_common_limits  # noqa: E402

for name in asked["modules"]:
    __import__(name)

layers = set(asked["layers"])
NAMESPACES = {
    "pid": linux.CLONE_NEWPID,
    "mount": linux.CLONE_NEWNS,
    "ipc": linux.CLONE_NEWIPC,
    "net": linux.CLONE_NEWNET,
    "uts": linux.CLONE_NEWUTS,
    "user": linux.CLONE_NEWUSER,
}
if layers - {"user", "server"} and os.getuid() != 0:
    linux.unshare(linux.CLONE_NEWUSER)
if "tmpfs" in layers:
    linux.unshare(linux.CLONE_NEWNS)
    linux.mount("none", "/", "", linux.MS_REC | linux.MS_PRIVATE)
fork = fork_at_cost.make_fork(sum(flag for name, flag in NAMESPACES.items() if name in layers))
new_tmpfs = linux.make_mount("/tmp", "mode=1777,size=67108864,nr_inodes=16384")
filters = (seccomp.Filter(seccomp.server_program()), seccomp.Filter(seccomp.call_program()))
gc.collect()
gc.freeze()


def child():
    try:
        if "tmpfs" in layers:
            new_tmpfs()
        if "session" in layers:
            os.setsid()
        if "capabilities" in layers:
            drop_capabilities()
        if "seccomp" in layers:
            linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
            for one in filters:
                one.install()
        if "limits" in layers:
            apply_limits(10, 1 << 30, 1 << 26, 4096, True)
        os._exit(0)
    finally:
        os._exit(1)


def parent(count, fork, child):
    for _ in range(count):
        pid = fork()
        if pid == 0:
            child()
        if os.waitpid(pid, 0)[1] != 0:
            os._exit(1)
    os._exit(0)


def server(count, groups):
    for group in groups:
        with open(os.path.join(group, "cgroup.procs"), "w") as file:
            file.write("0")
    spaces = sum(flag for name, flag in NAMESPACES.items() if name != "user" or os.getuid() != 0)
    linux.unshare(spaces)
    first = os.fork()
    if first != 0:
        os._exit(1 if os.waitpid(first, 0)[1] else 0)
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    seccomp.Filter(seccomp.server_program()).install()
    set_common_limits()
    parent(count, fork_at_cost.make_fork(), program)


def program():
    try:
        os.setsid()
        drop_capabilities()
        filters[1].install()
        apply_limits(10, 1 << 30, 1 << 26, 4096, True)
        os._exit(0)
    finally:
        os._exit(1)


for _ in sys.stdin:
    parents = []
    for number in range(asked["parents"]):
        pid = os.fork()
        if pid == 0:
            share = asked["children"] // asked["parents"]
            if "server" in layers:
                server(share, asked["groups"][number])
            parent(share, fork, child)
        parents.append(pid)
    if any(os.waitpid(pid, 0)[1] for pid in parents):
        sys.exit("a layer failed: " + ", ".join(sorted(layers)))
    print(asked["children"], flush=True)
