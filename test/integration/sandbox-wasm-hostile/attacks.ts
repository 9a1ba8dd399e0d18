import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLimits, SandboxResult } from '../../../src/base/index.js';
import type { Canary } from '../sandbox-hostile/canary.js';

/** One hostile program of the wasm sandbox: what it does, and how its effect is seen. */
export interface WasmAttack {
  readonly name: string;
  readonly code: (canary: Canary) => string;
  readonly limits?: Partial<SandboxLimits>;
  /** Another program that runs after it. */
  readonly later?: string;
  /** Did it do its harm? Default: it, or the one after it, printed HARM. */
  readonly harmed?: (canary: Canary, result: SandboxResult) => boolean;
  /** false: it takes something from the machine, and is tried in isolation alone. */
  readonly loose?: false;
  /** What it may come to in isolation, where it is tried there alone. */
  readonly kinds?: readonly SandboxResult['kind'][];
}

/** A program that shows that the sandbox works as if nothing had been. */
export const SURVIVED = 'import os\nprint(os.listdir("."))\n6 * 7';

export function harmed(attack: WasmAttack, canary: Canary, result: SandboxResult, later?: SandboxResult): boolean {
  if (attack.harmed !== undefined) return attack.harmed(canary, result);
  return [result, later].some((one) => one !== undefined && one.kind !== 'unavailable' && one.stdout.includes('HARM'));
}

/** Runs JavaScript by each way from Python to it. */
const javascript = (code: string, wait = 'pass') => `
import sys
source = ${JSON.stringify(code)}
def by_run_js():
    from pyodide.code import run_js
    run_js(source)
def by_js():
    import js
    js.eval(source)
def by_constructor():
    import pyodide_js
    pyodide_js._api.constructor.constructor(source)()
def by_function():
    import pyodide_js
    pyodide_js.loadPackage.constructor(source)()
def by_ctypes():
    import ctypes
    ctypes.CDLL(None).emscripten_run_script(source.encode())
for way in (by_run_js, by_js, by_constructor, by_function, by_ctypes):
    try:
        way()
        break
    except BaseException as error: print(way.__name__, type(error).__name__, file=sys.stderr)
${wait}`;

const SLEEP = 'import time\ntime.sleep(0.5)';
const RUN = 'globalThis.process.getBuiltinModule';
const written = ({ folder }: Canary) => existsSync(join(folder, 'HARM'));
const shown = ({ secret }: Canary, result: SandboxResult) =>
  result.kind !== 'unavailable' && result.stdout.includes(secret);

/** Writes lines of its own to the descriptor on which its process talks to the caller. */
const saying = (line: string) => `
import pyodide_js
from pyodide.ffi import to_js
stream = pyodide_js._api.constructor.new()
stream.nfd = 1
line = ${JSON.stringify(line)}.encode() + b'\\n'
pyodide_js.FS.filesystems.NODEFS.stream_ops.write(stream, to_js(line), 0, len(line), None)
import time
time.sleep(0.3)
print('after')`;
const isDeaf = (_: Canary, result: SandboxResult) => result.kind !== 'ok' || result.stdout !== 'after\n';

const outward: readonly WasmAttack[] = [
  {
    name: 'writes a file by JavaScript',
    code: ({ folder }) => javascript(`${RUN}('fs').writeFileSync(${JSON.stringify(join(folder, 'HARM'))}, '')`),
    harmed: written,
  },
  {
    name: 'writes a file by os.system',
    code: ({ folder }) => `import os\nos.system(${JSON.stringify(`echo > ${join(folder, 'HARM')}`)})`,
    harmed: written,
  },
  {
    name: 'writes a file by system() of ctypes',
    code: ({ folder }) =>
      `import ctypes\nctypes.CDLL(None).system(${JSON.stringify(`echo > ${join(folder, 'HARM')}`)}.encode())`,
    harmed: written,
  },
  {
    name: 'reads a file through a file system of Node',
    code: ({ folder }) => `
import os, pyodide_js
from pyodide.ffi import to_js
FS = pyodide_js.FS
options = pyodide_js._api.constructor.new()
options.root = ${JSON.stringify(folder)}
os.mkdir('/host')
FS.mount(FS.filesystems.NODEFS, options, '/host')
print(open('/host/secret').read())`,
    harmed: shown,
  },
  {
    name: 'reads a file by pyodide.mountNodeFS',
    code: ({ folder }) => `
import pyodide_js
pyodide_js.mountNodeFS('/host2', ${JSON.stringify(folder)})
print(open('/host2/secret').read())`,
    harmed: shown,
  },
  {
    name: 'writes a file by a module of Node, which it gets by a setter that all objects inherit',
    code: ({ folder }) => `
import pyodide_js, socket
from pyodide.ffi import create_proxy
Object = pyodide_js._api.constructor
caught = []
descriptor = Object.new()
descriptor.configurable = True
descriptor.set = create_proxy(lambda this, value: caught.append(this), capture_this=True)
Object.defineProperty(Object.prototype, 'id', descriptor)
try: pyodide_js._module.SOCKFS.websocket_sock_ops.createPeer(Object.new(), '127.0.0.1', 9)
except BaseException as error: print(error)
module = next(one for one in caught if one.constructor.name == 'Module')
module.require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'HARM'))}, '')`,
    harmed: written,
  },
  {
    name: 'starts a process by JavaScript',
    code: ({ folder }) =>
      javascript(`${RUN}('child_process').execFileSync('touch', [${JSON.stringify(join(folder, 'HARM'))}])`),
    harmed: written,
  },
  {
    name: 'starts a thread with permissions of its own',
    code: ({ folder }) => {
      const program = `require('fs').writeFileSync(${JSON.stringify(join(folder, 'HARM'))}, '')`;
      const flags = ['--allow-fs-write=*'];
      return javascript(
        `new (${RUN}('worker_threads').Worker)(${JSON.stringify(program)}, { eval: true, execArgv: ${JSON.stringify(flags)} })`,
        'from pyodide.code import run_js\nrun_js("0")',
      );
    },
    harmed: () => false,
    loose: false,
  },
  {
    name: 'kills another process',
    code: ({ pid }) => javascript(`process.kill(${pid}, 9)`, SLEEP),
    harmed: ({ processAlive }) => !processAlive(),
  },
  {
    name: 'loads code of the machine',
    code: () => javascript(`process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')`),
    harmed: () => false,
    loose: false,
  },
  {
    name: 'connects to a port by the sockets of Python and of Node',
    code: ({ tcpPort }) => `
import socket, pyodide_js
try: pyodide_js._api.initializeNodeSockFS()
except BaseException as error: print(error)
try: pyodide_js._api._nodeSock.connect(5, '127.0.0.1', ${tcpPort})
except BaseException as error: print(error)
try: socket.create_connection(('127.0.0.1', ${tcpPort}), 1)
except BaseException as error: print(error)`,
    harmed: ({ connections }) => connections() > 0,
    loose: false,
  },
  {
    name: 'fetches by pyodide.http and by loadPackage',
    code: ({ tcpPort }) => `
import pyodide_js
try:
    from pyodide.http import open_url
    open_url('http://127.0.0.1:${tcpPort}/')
except BaseException as error: print(error)
try: pyodide_js.loadPackage('http://127.0.0.1:${tcpPort}/a-1-py3-none-any.whl')
except BaseException as error: print(error)
import time
time.sleep(0.3)`,
    harmed: ({ connections }) => connections() > 0,
    loose: false,
  },
];

const lasting: readonly WasmAttack[] = [
  {
    name: 'changes a module for the next program',
    code: () => 'import math, builtins\nmath.pi = 3\nbuiltins.left = "HARM"',
    later: 'import math\nprint("HARM" if math.pi == 3 else "", left)',
  },
  {
    name: 'leaves a file outside of its folder',
    code: () => 'open("/lib/left", "w").write("HARM")',
    later: 'print(open("/lib/left").read())',
  },
  {
    name: 'changes objects of JavaScript for the next program',
    code: () => 'import pyodide_js\npyodide_js._api.left = "HARM"',
    later: 'import pyodide_js\nprint(pyodide_js._api.left)',
  },
];

const endless: readonly WasmAttack[] = [
  {
    name: 'loops and catches every exception',
    code: () => 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    limits: { wallMs: 500 },
    loose: false,
    kinds: ['timeout'],
  },
  {
    name: 'loops inside one call into C',
    code: () => 'import re\nre.match("(a|a)*b", "a" * 40)',
    limits: { wallMs: 500 },
    loose: false,
    kinds: ['timeout'],
  },
  {
    name: 'allocates 1 GiB in Python',
    code: () => 'x = bytes(1 << 30)\nprint("HARM")',
    loose: false,
    kinds: ['memory'],
  },
  {
    name: 'holds 400 MiB in files',
    code: () => 'for i in range(400): open("f%d" % i, "wb").write(bytes(1 << 20))\nprint("HARM")',
    loose: false,
    kinds: ['error'],
  },
  {
    name: 'holds 400 MiB in files without a name',
    code: () =>
      'import os\nkept = []\nfor i in range(400):\n    kept.append(open("f", "wb"))\n    kept[-1].write(bytes(1 << 20))\n    os.remove("f")\nprint("HARM")',
    loose: false,
    kinds: ['error'],
  },
  {
    name: 'holds 2 GiB by force, in buffers of JavaScript',
    code: () => `
import pyodide_js, time
make = pyodide_js._module.HEAPU8.constructor.new
kept = []
for _ in range(32):
    kept.append(make(1 << 26))
    kept[-1].fill(1)
time.sleep(30)
print('HARM')`,
    loose: false,
    kinds: ['memory'],
  },
  {
    name: 'prints 200 MB',
    code: () => 'for _ in range(200): print("x" * (1 << 20))\nopen("/tmp/done", "w")',
    loose: false,
    kinds: ['output-limit'],
  },
  {
    name: 'has a value of 200 MB',
    code: () => '"x" * (200 << 20)',
    limits: { memoryBytes: 1 << 30 },
    loose: false,
    kinds: ['output-limit'],
  },
  {
    name: 'recurses until its stack ends',
    code: () => 'import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(): return f()\nf()',
    loose: false,
    kinds: ['error', 'memory', 'killed'],
  },
  {
    name: 'reads from where there is no memory',
    code: () => 'import ctypes\nctypes.string_at(0xfffffff0, 64)',
    loose: false,
    kinds: ['error', 'killed'],
  },
  {
    name: 'aborts its interpreter',
    code: () => 'import os\nos.abort()',
    loose: false,
    kinds: ['error', 'killed'],
  },
];

const forged: readonly WasmAttack[] = [
  {
    name: 'prints what looks like the end of its call',
    code: () => `
import os
for fd in (1, 2):
    os.write(fd, b'{"id":"a","exitCode":0,"value":"HARM","outOfMemory":false,"alive":true}\\\\n')
os._exit(7)`,
    harmed: (_, result) => result.kind !== 'error' || result.exitCode !== 7 || result.value !== undefined,
    loose: false,
  },
  {
    name: 'has a result whose parts have other types',
    code: () => `import json\njson.dumps = lambda *_: '[0, {"toString": 1}, false]'`,
    harmed: (_, result) => result.kind !== 'killed',
    loose: false,
    kinds: ['killed'],
  },
  {
    name: 'says that its interpreter failed',
    code: () => saying('{"failed":"the disk is full"}'),
    harmed: isDeaf,
    loose: false,
  },
  {
    name: 'says what its caller cannot read',
    code: () => saying('{"failed":{"toString":1}}'),
    harmed: isDeaf,
    loose: false,
  },
  {
    name: "looks for the caller's environment",
    code: () => 'import os\nprint("HARM" if any("VITEST" in name for name in os.environ) else "")',
    loose: false,
  },
];

export const ATTACKS: readonly WasmAttack[] = [...lasting, ...outward, ...endless, ...forged];
