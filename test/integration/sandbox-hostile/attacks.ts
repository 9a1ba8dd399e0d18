import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLimits, SandboxResult } from '../../../src/base/index.js';
import type { Canary } from './canary.js';

/** One hostile program: what it does, and how its effect is seen from outside. */
export interface Attack {
  readonly name: string;
  readonly code: (canary: Canary) => string;
  /** What it may use without isolation, so that the attack can succeed there. */
  readonly loose?: Partial<SandboxLimits>;
  /** What it may use when isolated. */
  readonly limits?: Partial<SandboxLimits>;
  /** Another program that runs beside it, until it is over. */
  readonly victim?: (canary: Canary) => string;
  /** Another program that runs after it, whose result shows the effect. */
  readonly later?: (canary: Canary) => string;
  /** Did it do its harm? Default: it, or the one after it, printed HARM. */
  readonly harmed?: (
    canary: Canary,
    result: SandboxResult,
    later: SandboxResult | undefined,
    victim: SandboxResult | undefined,
  ) => boolean;
  /** What it may come to when isolated; default: the program's own end. */
  readonly kinds?: readonly SandboxResult['kind'][];
  /** Needs the privileges of root even without isolation. */
  readonly rootOnly?: boolean;
}

const MIB = 1024 * 1024;
const OWN_END = ['ok', 'error'] as const;
const UNLIMITED: Partial<SandboxLimits> = {
  memoryBytes: 16 * 1024 * MIB,
  outputBytes: 400 * MIB,
  processes: 4096,
  fileSizeBytes: 1024 * MIB,
  wallMs: 240_000,
  cpuMs: 60_000,
};

export const printedHarm = (result: SandboxResult | undefined): boolean =>
  result !== undefined && result.kind !== 'unavailable' && result.stdout.includes('HARM');

/** For a parent that waits until so many children have said that they are where it wants them; False where some died. */
const ALL_TOLD = `
import os, time
report, told = os.pipe()
def all_told(count):
    os.close(told)
    while count > 0:
        words = len(os.read(report, count))
        if words == 0: return False
        count -= words
    return True
`;

/** Makes a system call by number and prints HARM when it succeeds. */
const syscall = (number: number, args: string, before = ''): string => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
${before}
result = libc.syscall(${number}, ${args})
print('HARM' if result >= 0 else os.strerror(ctypes.get_errno()))
`;

const run = (limits: Partial<SandboxLimits>, kinds: Attack['kinds']) => ({ loose: UNLIMITED, limits, kinds: kinds! });

/** Programs that go on for ever, or for as long as the test lets them where nothing stops them. */
const endless: Attack[] = [
  {
    name: 'loops without end',
    code: () => 'import time\nwhile time.process_time() < 2: pass\nprint("HARM")',
    ...run({ wallMs: 300 }, ['timeout']),
  },
  {
    name: 'loops without end inside one call into C',
    code: () => 'import re\nre.match("(a|a)*b", "a" * 25)\nprint("HARM")',
    ...run({ wallMs: 300 }, ['timeout']),
  },
  {
    name: 'sleeps with every signal ignored or blocked',
    code: () =>
      'import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\n' +
      'signal.signal(signal.SIGALRM, signal.SIG_IGN)\ntime.sleep(6)\nprint("HARM")',
    ...run({ wallMs: 300 }, ['timeout']),
  },
  {
    name: 'cancels alarms, raises its limits, then burns time and memory',
    code: () => `
import resource, signal, time
signal.alarm(0); signal.setitimer(signal.ITIMER_REAL, 0)
for name in ('CPU', 'AS', 'DATA', 'FSIZE', 'NPROC', 'NOFILE'):
    kind = getattr(resource, 'RLIMIT_' + name)
    for value in (resource.RLIM_INFINITY, resource.getrlimit(kind)[1]):
        try: resource.setrlimit(kind, (value, value))
        except (ValueError, OSError): pass
x = bytearray(600 << 20)
print('HARM')`,
    ...run({ memoryBytes: 256 * MIB }, ['memory']),
  },
  {
    name: 'burns CPU in many processes',
    code: () => `${ALL_TOLD}
for _ in range(8):
    if os.fork() == 0:
        while time.process_time() < 0.6: pass
        os.write(told, b'x')
        time.sleep(60)
        os._exit(0)
if all_told(8): print('HARM')`,
    ...run({ cpuMs: 500 }, ['timeout']),
  },
];

/** Programs that take more than their share. */
const greedy: Attack[] = [
  {
    name: 'forks as often as it can',
    code: () => `
import os, signal, time
children = []
try:
    for _ in range(120):
        pid = os.fork()
        if pid == 0: time.sleep(60); os._exit(0)
        children.append(pid)
    print('HARM')
except BlockingIOError:
    pass
for pid in children: os.kill(pid, signal.SIGKILL)`,
    ...run({}, OWN_END),
  },
  {
    name: 'starts as many threads as it can',
    code: () => `
import threading
stop = threading.Event()
for _ in range(120): threading.Thread(target=stop.wait, daemon=True).start()
print('HARM')
stop.set()`,
    ...run({}, OWN_END),
  },
  {
    name: 'prints 200 MB',
    code: () => 'import os\nfor _ in range(200): os.write(1, b"x" * 1048576)',
    ...run({}, ['output-limit']),
    harmed: (_, result) => result.kind !== 'unavailable' && result.stdout.length >= 200 * MIB,
  },
  {
    name: 'prints 200 MB to stderr from children',
    code: () => `
import os
for _ in range(4):
    if os.fork() == 0:
        for _ in range(50): os.write(2, b"x" * 1048576)
        os._exit(0)
for _ in range(4): os.wait()`,
    ...run({}, ['output-limit']),
    harmed: (_, result) => result.kind !== 'unavailable' && result.stderr.length >= 200 * MIB,
  },
  { name: 'allocates 4 GB', code: () => 'x = bytes(4 << 30)\nprint("HARM")', ...run({}, ['memory']) },
  {
    name: 'allocates 1.6 GB in eight processes',
    code: ({ untilSeenSeconds }) => `${ALL_TOLD}
for _ in range(8):
    if os.fork() == 0:
        x = bytearray(os.urandom(1 << 20)) * 200
        os.write(told, b'x')
        time.sleep(200)
        os._exit(0)
if all_told(8):
    time.sleep(${untilSeenSeconds})
    print('HARM')`,
    ...run({ memoryBytes: 512 * MIB }, ['memory']),
  },
  {
    name: 'keeps 300 MB in files without a name',
    code: () => `
import os
fds = []
for _ in range(10):
    fds.append(os.memfd_create('x'))
    for _ in range(30): os.write(fds[-1], bytes(1 << 20))
print('HARM')`,
    ...run({}, OWN_END),
  },
  {
    name: 'fills the disk with one file',
    code: () => 'with open("big", "wb") as f:\n    for _ in range(200): f.write(bytes(1 << 20))\nprint("HARM")',
    ...run({}, OWN_END),
  },
  {
    name: 'fills the disk with many files',
    code: () => `
for i in range(20):
    with open('f%d' % i, 'wb') as f:
        for _ in range(10): f.write(bytes(1 << 20))
print('HARM')`,
    ...run({}, OWN_END),
  },
  {
    name: 'makes more files than there is room for',
    code: () => 'for i in range(20000): open("f%d" % i, "w").close()\nprint("HARM")',
    ...run({}, OWN_END),
  },
];

/** Programs that want to see what is not theirs. */
const curious: Attack[] = [
  {
    name: "reads the caller's files",
    code: ({ secretFile, secret }) => `print('HARM' if open('${secretFile}').read() == '${secret}' else '')`,
  },
  { name: 'reads the password file', code: () => 'print("HARM", open("/etc/shadow").read()[:0])', rootOnly: true },
  {
    name: "reads other processes' environments",
    code: ({ secret }) => `
import os
for pid in os.listdir('/proc'):
    try:
        if pid.isdigit() and '${secret}'.encode() in open('/proc/' + pid + '/environ', 'rb').read(): print('HARM')
    except OSError: pass`,
  },
  {
    name: 'reaches files through the directories of other processes in /proc',
    code: ({ pid, secretFile, secret }) => `
import os
for p in ['${pid}', '1', str(os.getppid())]:
    for link in ('root', 'cwd'):
        try:
            if open('/proc/%s/%s/%s' % (p, link, '${secretFile}')).read() == '${secret}': print('HARM')
        except OSError: pass`,
  },
  {
    name: 'reaches files through links in its own directory',
    code: ({ secretFile, secret }) => `
import os
os.symlink('${secretFile}', 'link'); os.symlink('/', 'root')
for path in ('link', 'root' + '${secretFile}', '../../../../..' + '${secretFile}', '/proc/self/cwd/link'):
    try:
        if open(path).read() == '${secret}': print('HARM')
    except OSError: pass`,
  },
  {
    name: "reads another call's files",
    victim: ({ secret }) => `open('theirs', 'w').write('${secret}')\nimport time\ntime.sleep(200)`,
    code: ({ secret, patienceSeconds }) => `
import os, time
around = os.path.realpath('../..')
def look():
    for top, _, files in os.walk('/tmp' if around == '/' else around):
        for name in files:
            try:
                if name == 'theirs' and open(os.path.join(top, name)).read() == '${secret}': return True
            except OSError: pass
end = time.time() + ${patienceSeconds}
while time.time() < end:
    time.sleep(0.1)
    if look(): print('HARM'); break`,
  },
  {
    name: "reads another call's memory",
    victim: ({ secret }) => `kept = '${secret}-' + 'v' * 20\nimport time\ntime.sleep(200)`,
    code: ({ secret, patienceSeconds }) => `
import os, time
wanted = b'${secret.slice(0, 10)}' + b'${secret.slice(10)}-' + b'v' * 20
def look():
    for pid in os.listdir('/proc'):
        if not pid.isdigit() or int(pid) == os.getpid(): continue
        try:
            if b'rstar2' not in open('/proc/' + pid + '/cmdline', 'rb').read(): continue
            with open('/proc/' + pid + '/maps') as maps, open('/proc/' + pid + '/mem', 'rb', 0) as memory:
                for line in maps:
                    span, perms = line.split()[:2]
                    start, end = (int(x, 16) for x in span.split('-'))
                    if not perms.startswith('rw') or end - start > 1 << 26: continue
                    try:
                        memory.seek(start)
                        if wanted in memory.read(end - start): return True
                    except OSError: pass
        except OSError: pass
end = time.time() + ${patienceSeconds}
while time.time() < end:
    time.sleep(0.2)
    if look(): print('HARM'); break`,
  },
];

/** Programs that want to change what is not theirs. */
const meddling: Attack[] = [
  {
    name: 'writes outside of its directory',
    code: ({ folder }) => `open('${folder}/written', 'w').write('x')`,
    harmed: ({ folder }) => existsSync(join(folder, 'written')),
  },
  {
    name: 'leaves something for a later call',
    code: ({ secret }) => `
import os
for path in ('/tmp', '/dev/shm', '/var/tmp', '/run', '/dev', '/', os.path.dirname(os.getcwd())):
    try: open(os.path.join(path, '${secret}'), 'w').write('x')
    except OSError: pass`,
    later: ({ secret }) => `
import os
for path in ('/tmp', '/dev/shm', '/var/tmp', '/run', '/dev', '/', os.path.dirname(os.getcwd())):
    path = os.path.join(path, '${secret}')
    if os.path.exists(path): print('HARM'); os.remove(path)`,
  },
  {
    name: 'kills another process',
    code: ({ pid }) => `import os\nos.kill(${pid}, 9)\nimport time\ntime.sleep(0.3)`,
    harmed: ({ processAlive }) => !processAlive(),
  },
  {
    name: 'kills another call',
    victim: ({ secret }) => `open('/proc/self/comm', 'w').write('${secret.slice(-12)}')\nimport time\ntime.sleep(200)`,
    code: ({ secret, patienceSeconds }) => `
import os, time
def look():
    for pid in os.listdir('/proc'):
        try:
            if pid.isdigit():
                with open('/proc/' + pid + '/comm') as f: found = f.read().strip() == '${secret.slice(-12)}'
                if found: os.kill(int(pid), 9); return True
        except OSError: pass
end = time.time() + ${patienceSeconds}
while time.time() < end and not look(): time.sleep(0.1)`,
    harmed: (_canary, _result, _later, victim) => victim !== undefined,
  },
  ...[9, 2, 15, 14, 1].map((signal): Attack => ({
    name: `sends signal ${signal} to the server it was forked from`,
    code: () => `import os, time\nos.kill(os.getppid(), ${signal})\ntime.sleep(0.2)\nprint("survived")`,
    harmed: (_, { kind }) => kind === 'unavailable' || kind === 'killed',
  })),
  {
    name: 'has the kernel signal the server when a pipe is read',
    code: () => `
import fcntl, os, time
fcntl.fcntl(1, fcntl.F_SETOWN, os.getppid())
fcntl.fcntl(1, 10, 15)
fcntl.fcntl(1, fcntl.F_SETFL, os.O_ASYNC)
for _ in range(20): os.write(1, b'x' * 8192)
time.sleep(0.3)`,
    harmed: (_, { kind }) => kind === 'unavailable' || kind === 'killed',
  },
  {
    name: 'steals the descriptors of the server and tells lies about its end',
    code: () => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
server = libc.syscall(434, os.getppid(), 0)
for number in range(3, 32):
    fd = libc.syscall(438, server, number, 0)
    if fd >= 0:
        try: os.write(fd, b'broken by the program\\n')
        except OSError: pass
os._exit(7)`,
    harmed: (_, result) => result.kind !== 'error' || result.exitCode !== 7,
    rootOnly: true,
  },
  {
    name: 'lowers the limits of the server, for all programs to come',
    code: () => 'import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_SIGPENDING, (123, 123))',
    later: () => 'import resource\nif resource.getrlimit(resource.RLIMIT_SIGPENDING)[0] == 123: print("HARM")',
  },
  {
    name: 'has the server run when nothing else wants to, for all programs to come',
    code: () => 'import os\nos.sched_setscheduler(os.getppid(), os.SCHED_BATCH, os.sched_param(0))',
    later: () => 'import os\nif os.sched_getscheduler(0) == os.SCHED_BATCH: print("HARM")',
  },
  {
    name: 'stops the server it was forked from',
    code: () => 'import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)',
    loose: { wallMs: 500 },
    harmed: (_, { kind }) => kind === 'unavailable' || kind === 'killed',
  },
  {
    name: 'traces another process',
    code: ({ pid }) => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(16, ${pid}, 0, 0) == 0:
    print('HARM')
    os.waitpid(${pid}, 0x40000000)
    libc.ptrace(17, ${pid}, 0, 0)`,
  },
  {
    name: 'traces the server it was forked from',
    code: () => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(0x4206, os.getppid(), 0, 0) == 0: print('HARM')`,
    rootOnly: true,
  },
  {
    name: 'opens the memory of the server for writing',
    code: () => 'import os\nopen("/proc/%d/mem" % os.getppid(), "r+b", 0)\nprint("HARM")',
    rootOnly: true,
  },
  {
    name: 'leaves a daemon that writes',
    code: ({ folder, patienceSeconds }) => `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(0); os.close(1); os.close(2)
        open('${folder}/daemon', 'w').write('x')
        time.sleep(60)
    os._exit(0)
os.wait()
end = time.time() + ${patienceSeconds}
while time.time() < end and not os.path.exists('${folder}/daemon'): time.sleep(0.05)`,
    harmed: ({ folder }) => existsSync(join(folder, 'daemon')),
  },
  {
    name: 'leaves a daemon that holds its output open',
    code: ({ folder, patienceSeconds }) => `
import os, time
if os.fork() == 0:
    os.setsid()
    open('${folder}/holder', 'w').write('x')
    time.sleep(60)
print('done', flush=True)
end = time.time() + ${patienceSeconds}
while time.time() < end and not os.path.exists('${folder}/holder'): time.sleep(0.05)`,
    harmed: ({ folder }) => existsSync(join(folder, 'holder')),
  },
  {
    name: 'exchanges its directory for a link',
    code: ({ folder }) => `
import os
here = os.getcwd()
os.chdir('/')
os.rename(here, here + '-moved')
os.symlink('${folder}', here)
print('HARM')`,
    later: ({ folder }) => `import os\nprint('HARM' if os.getcwd() == '${folder}' else '')`,
  },
];

/** Programs that look for a way out. */
const outward: Attack[] = [
  {
    name: 'connects to a TCP port of this machine',
    code: ({ tcpPort }) => `import socket\nsocket.create_connection(('127.0.0.1', ${tcpPort}), 2)`,
    harmed: ({ connections }) => connections() > 0,
  },
  {
    name: 'connects to a unix socket',
    code: ({ unixSocket }) => `import socket\nsocket.socket(socket.AF_UNIX).connect('${unixSocket}')`,
    harmed: ({ connections }) => connections() > 0,
  },
  {
    name: 'opens sockets of any family',
    code: () => `
import socket
for family, kind in ((2, 1), (2, 2), (10, 2), (1, 1), (16, 3), (17, 3), (40, 1)):
    try: socket.socket(family, kind); print('HARM')
    except OSError: pass`,
  },
  {
    name: 'mounts a file system',
    code: () => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
os.mkdir('here')
if libc.mount(b'tmpfs', b'here', b'tmpfs', 0, b'') == 0:
    print('HARM')
    libc.umount2(b'here', 2)`,
    rootOnly: true,
  },
  { name: 'changes its root', code: () => 'import os\nos.chroot(".")\nprint("HARM")', rootOnly: true },
  {
    name: 'makes namespaces of its own',
    code: () => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000) == 0: print('HARM')`,
  },
  {
    name: 'makes namespaces of its own with clone',
    code: () => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
pid = libc.syscall(56 if os.uname().machine == 'x86_64' else 220, ctypes.c_ulong(0x10000000 | 17), 0, 0, 0, 0)
if pid == 0: os._exit(0)
if pid > 0: print('HARM')`,
  },
  { name: 'uses io_uring', code: () => syscall(425, '4, ctypes.create_string_buffer(248)') },
  { name: 'loads a bpf program', code: () => syscall(321, '0, attr, 128', BPF_MAP), rootOnly: true },
  { name: 'keeps a key in the kernel', code: () => syscall(248, 'b"user", b"rstar2", b"x", 1, -1') },
  { name: 'opens performance counters', code: () => syscall(298, 'attr, 0, -1, -1, 0', PERF), rootOnly: true },
  { name: 'handles page faults itself', code: () => syscall(323, '1') },
  { name: 'shares memory by the old interfaces', code: () => syscall(29, '0, 4096, 0o1600') },
  { name: 'opens files by handle', code: () => syscall(303, '-100, b"/usr", handle, ctypes.byref(mount), 0', HANDLE) },
  {
    name: 'becomes another user',
    code: () => 'import os\nos.setuid(12345)\nprint("HARM")',
    rootOnly: true,
  },
  {
    name: 'writes to the settings of the kernel',
    code: () => `
for path in ('/proc/sys/kernel/hostname', '/proc/sys/vm/swappiness', '/proc/self/oom_score_adj'):
    try:
        value = '-500' if 'oom' in path else open(path).read()
        with open(path, 'w') as f: f.write(value)
        print('HARM')
    except OSError: pass`,
    rootOnly: true,
  },
  {
    name: 'makes a device',
    code: () => 'import os, stat\nos.mknod("null", 0o600 | stat.S_IFCHR, os.makedev(1, 3))\nprint("HARM")',
    rootOnly: true,
  },
];

const BPF_MAP = 'import struct\nattr = ctypes.create_string_buffer(struct.pack("<IIII", 2, 4, 4, 1), 128)';
const PERF = 'import struct\nattr = ctypes.create_string_buffer(struct.pack("<IIQ", 1, 112, 0), 112)';
const HANDLE =
  'import struct\nhandle = ctypes.create_string_buffer(struct.pack("<II", 128, 0), 136)\nmount = ctypes.c_int()';

export const ATTACKS: readonly Attack[] = [...endless, ...greedy, ...curious, ...meddling, ...outward];
export const DEFAULT_KINDS = OWN_END;
