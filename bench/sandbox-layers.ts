/**
 * What each layer of containment costs a child process, one by one and together.
 *
 *     npx tsx bench/sandbox-layers.ts [--children N] [--rounds N] [--python PATH]
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { pythonFolder } from '../src/sandbox/local/internal/containment/root-tree.js';
import { LIGHT_MODULES } from '../src/sandbox/local/internal/server-variant.js';
import { findInterpreter } from '../src/sandbox/local/internal/containment/interpreter.js';
import { measure } from './harness.js';
import { startPythonPeer } from './python-peer.js';
import type { PythonPeer } from './python-peer.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

const { values } = benchOptions({
  options: {
    children: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '9' },
    python: { type: 'string', default: 'python3' },
  },
});
process.env['PYTHON'] = (await findInterpreter(values.python, [])).executable;
const children = Number(values.children);

const ALL = ['session', 'capabilities', 'seccomp', 'limits'] as const;
const LAYERS: readonly (readonly [name: string, layers: readonly string[], when: string])[] = [
  ['fork, wait, nothing else', [], 'a call'],
  ['a session of its own', ['session'], 'a call'],
  ['no capabilities', ['capabilities'], 'a call'],
  ['system call filters', ['seccomp'], 'the small one a call, the other once a server'],
  ['resource limits', ['limits'], 'a call'],
  ['all of these', ALL, 'a call'],
  ['pid namespace', ['pid'], 'once a server'],
  ['mount namespace', ['mount'], 'once a server'],
  ['mount namespace and a tmpfs', ['mount', 'tmpfs'], 'a tmpfs where a program left something'],
  ['ipc namespace', ['ipc'], 'once a server'],
  ['network namespace', ['net'], 'once a server'],
  ['user namespace', ['user'], 'once a server'],
  ['everything, for every child', [...ALL, 'pid', 'mount', 'tmpfs', 'ipc', 'net', 'uts'], 'not done'],
];

const peers = new Map<string, PythonPeer>();
for (const [name, layers] of LAYERS) {
  const peer = startPythonPeer('sandbox-forks.py', {
    folder: pythonFolder(),
    modules: LIGHT_MODULES,
    children,
    parents: 1,
    layers,
  });
  if (peer === undefined) throw new Error(`no Python at ${values.python}`);
  peers.set(name, peer);
}
const { measurements } = await measure(
  [...peers].map(([name, peer]) => ({ name, work: children, run: () => peer.run() })),
  { rounds: Number(values.rounds), warmUp: 1 },
);
for (const peer of peers.values()) peer.close();

const ms = (rate: number) => 1000 / rate;
const empty = ms(measurements[0]!.median);
writeTable({
  name: 'sandbox-layers',
  guide: 'docs/sandbox.md',
  head: ['layer', 'a child with it', 'more than without', 'paid'],
  rows: measurements.map(({ name, median }, i) => [
    name,
    `${ms(median).toFixed(3)} ms`,
    i === 0 ? '' : `${(ms(median) - empty).toFixed(3)} ms`,
    LAYERS[i]![2],
  ]),
  data: {
    rows: measurements.map(({ name, median }) => ({ name, ms: ms(median) })),
    machine: { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version, load: loadavg()[0] },
  },
});
