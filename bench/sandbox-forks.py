"""What a child process costs before it does anything: the limit under every fork server.

Reads the name of a JSON file: the folder of our Python files, the modules to load first, how many children, by how
many parents at once, and which layers of containment each child puts around itself. For every line on standard input
it makes all the children once and answers with their number.
"""

import gc
import json
import os
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
sys.path.insert(0, asked["folder"])

import rstar2_cell  # noqa: E402,F401  (as the server has it)
import rstar2_confine as confine  # noqa: E402

for name in asked["modules"]:
    __import__(name)

layers = set(asked["layers"])
NAMESPACES = {
    "pid": confine.CLONE_NEWPID,
    "mount": confine.CLONE_NEWNS,
    "ipc": confine.CLONE_NEWIPC,
    "net": confine.CLONE_NEWNET,
    "uts": confine.CLONE_NEWUTS,
    "user": confine.CLONE_NEWUSER,
}
if layers - {"user"} and os.getuid() != 0:
    confine.unshare(confine.CLONE_NEWUSER)
if "tmpfs" in layers:
    confine.unshare(confine.CLONE_NEWNS)
    confine.mount("none", "/", "", confine.MS_REC | confine.MS_PRIVATE)
fork = confine.make_fork(sum(flag for name, flag in NAMESPACES.items() if name in layers))
new_tmpfs = confine.make_mount("/tmp", "mode=1777,size=67108864,nr_inodes=16384")
filters = (confine.Filter(confine.seccomp_program()), confine.Filter(confine.mount_program()))
gc.collect()
gc.freeze()


def child():
    try:
        if "tmpfs" in layers:
            new_tmpfs()
        if "session" in layers:
            os.setsid()
        if "capabilities" in layers:
            confine.drop_capabilities()
        if "seccomp" in layers:
            confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
            for one in filters:
                one.install()
        if "limits" in layers:
            confine.apply_limits(10, 1 << 30, 1 << 26, 4096, True)
        os._exit(0)
    finally:
        os._exit(1)


def parent(count):
    for _ in range(count):
        pid = fork()
        if pid == 0:
            child()
        if os.waitpid(pid, 0)[1] != 0:
            os._exit(1)
    os._exit(0)


for _ in sys.stdin:
    parents = []
    for _ in range(asked["parents"]):
        pid = os.fork()
        if pid == 0:
            parent(asked["children"] // asked["parents"])
        parents.append(pid)
    if any(os.waitpid(pid, 0)[1] for pid in parents):
        sys.exit("a layer failed: " + ", ".join(sorted(layers)))
    print(asked["children"], flush=True)
