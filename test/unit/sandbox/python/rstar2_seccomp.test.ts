import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { pythonFolder } from '../../../../src/sandbox/local/internal/containment/root-tree.js';

/** Puts on filters in a process of its own, tries things, and prints what each came to: 0 or an error's name. */
function tries(filter: string, attempts: Readonly<Record<string, string>>): Record<string, string> {
  const program = `
import ctypes, errno, json, mmap, os, resource, signal, socket, sys, tempfile
sys.path.insert(0, sys.argv[1])
from rstar2_linux import PR_SET_NO_NEW_PRIVS, libc, prctl
from rstar2_seccomp import Filter, call_program, server_program, uncontained_program
other = os.fork()
if other == 0:
    signal.pause()
path = tempfile.mkstemp()[1]
os.truncate(path, 4096)
x86 = os.uname().machine == 'x86_64'
mine, theirs = socket.socketpair()
def call(*args):
    if libc.syscall(*args) < 0: raise OSError(ctypes.get_errno(), '')
reached = {}
prctl(PR_SET_NO_NEW_PRIVS, 1)
try:
    child = os.fork()
    if child == 0:
        Filter(${filter}).install()
        for name, attempt in json.loads(sys.argv[2]).items():
            try: eval(attempt); reached[name] = 'done'
            except OSError as error: reached[name] = errno.errorcode[error.errno]
        print(json.dumps(reached), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
finally:
    os.unlink(path)
    os.kill(other, signal.SIGKILL)
`;
  const args = ['-I', '-B', '-c', program, pythonFolder(), JSON.stringify(attempts)];
  const { stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, string>;
}

it('a program that has the user of others, and no scope for its signals, signals itself and changes no file by name', () => {
  expect(
    tries('uncontained_program(own_user=False, scoped=False, truncates=True)', {
      'signals another': 'os.kill(other, 0)',
      'signals everybody': 'os.kill(-1, 0)',
      'signals a thread of another': 'call(200 if os.uname().machine == "x86_64" else 130, other, 0)',
      'signals itself': 'os.kill(os.getpid(), 0)',
      'signals its group': 'os.kill(0, 0)',
      'changes modes': 'os.chmod(path, 0o600)',
      'changes times': 'os.utime(path)',
      'cuts a file': 'os.truncate(path, 0)',
    }),
  ).toEqual({
    'signals another': 'EPERM',
    'signals everybody': 'EPERM',
    'signals a thread of another': 'EPERM',
    'signals itself': 'done',
    'signals its group': 'done',
    'changes modes': 'EPERM',
    'changes times': 'EPERM',
    'cuts a file': 'EPERM',
  });
});

it('where landlock knows scopes and the user is its own, its signals and files are left to the kernel', () => {
  expect(
    tries('uncontained_program(own_user=True, scoped=True, truncates=False)', {
      signals: 'os.kill(other, 0)',
      modes: 'os.chmod(path, 0o600)',
      'a file without a name': 'os.memfd_create("x")',
    }),
  ).toEqual({ signals: 'done', modes: 'done', 'a file without a name': 'EPERM' });
});

it('where nothing counts what processes use, none vanishes with its time and no descriptor is on its way', () => {
  const attempts = {
    'ignores its children': 'signal.signal(signal.SIGCHLD, signal.SIG_IGN)',
    'asks how it treats them': 'signal.getsignal(signal.SIGCHLD)',
    'handles another signal': 'signal.signal(signal.SIGUSR1, lambda *_: None)',
    'sends a message': 'mine.sendmsg([b"x"])',
    'limits another': 'resource.prlimit(other, resource.RLIMIT_CORE)',
    'limits itself': 'resource.setrlimit(resource.RLIMIT_CORE, (0, 0))',
    'what the kernel will know': 'call(463)',
  };

  const refused = {
    'asks how it treats them': 'done',
    'handles another signal': 'done',
    'limits another': 'EPERM',
    'limits itself': 'done',
    'what the kernel will know': 'ENOSYS',
  };
  expect(tries('server_program(contained=False, counted_memory=False, counted_cpu=False)', attempts)).toEqual({
    ...refused,
    'ignores its children': 'EPERM',
    'sends a message': 'EPERM',
  });
  expect(tries('server_program(contained=False, counted_memory=True, counted_cpu=True)', attempts)).toEqual({
    ...refused,
    'ignores its children': 'done',
    'sends a message': 'done',
  });
});

const NOTHING_HIDDEN = {
  'shared memory': 'EPERM',
  'shared memory by its other name': 'EPERM',
  'large pages': 'EPERM',
  'memory of its own': 'done',
  'a shared file': 'done',
  'larger buffers': 'EPERM',
  'pages of a file in a pipe': 'EPERM',
  'a thread with descriptors of its own': 'EPERM',
  'a thread': 'done',
};

it('where nothing counts memory, none is had that could be hidden; what programs need is', () => {
  const map = (flags: string) => `mmap.mmap(-1, 4096, ${flags})`;
  const attempts = {
    'shared memory': map('mmap.MAP_SHARED | mmap.MAP_ANONYMOUS'),
    'shared memory by its other name': 'call(9 if x86 else 222, 0, 4096, 3, 0x23, -1, 0)',
    'large pages': map('mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000'),
    'memory of its own': map('mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS'),
    'a shared file': 'mmap.mmap(os.open(path, os.O_RDWR), 4096)',
    'larger buffers': 'mine.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)',
    'pages of a file in a pipe': 'call(275 if x86 else 76, os.open(path, os.O_RDONLY), 0, os.pipe()[1], 0, 4096, 0)',
    'a thread with descriptors of its own': 'call(56 if x86 else 220, 0x10900, 0, 0, 0, 0)',
    'a thread': '__import__("threading").Thread(target=int).start()',
  };
  const counted = {
    ...NOTHING_HIDDEN,
    'shared memory': 'done',
    'larger buffers': 'done',
    'pages of a file in a pipe': 'done',
  };
  expect(tries('server_program(contained=False, counted_memory=False)', attempts)).toEqual(NOTHING_HIDDEN);
  expect(tries('server_program(contained=False, counted_memory=True)', attempts)).toMatchObject({
    ...counted,
    'shared memory by its other name': expect.not.stringMatching('EPERM') as string,
  });
});

it('no program makes filters or rules for itself, or turns huge pages on', () => {
  for (const filter of ['call_program()', 'uncontained_program(own_user=True, scoped=True, truncates=False)']) {
    expect(
      tries(filter, {
        'a filter': 'prctl(22, 2, 0)',
        'a filter by its own call': 'call(317 if x86 else 277, 1, 0, 0)',
        'huge pages': 'prctl(41, 0)',
        'a name': 'prctl(15, 0)',
        ...(filter.startsWith('u') ? { rules: 'call(444, 0, 0, 1)' } : {}),
      }),
    ).toEqual({
      'a filter': 'EPERM',
      'a filter by its own call': 'EPERM',
      'huge pages': 'EPERM',
      'a name': 'EFAULT',
      ...(filter.startsWith('u') ? { rules: 'EPERM' } : {}),
    });
  }
  expect(tries('server_program()', { rules: 'call(444, 0, 0, 1)' })).toEqual({ rules: 'EPERM' });
});
