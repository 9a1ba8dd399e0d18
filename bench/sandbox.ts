/**
 * Claim: isolated, the sandbox runs programs ten times as fast as Code Judge runs them uncontained: at least 1,000
 * trivial ones a second on two cores, 700 with the semantics of a notebook cell, 400 that import sympy; one after
 * another in less than 3 ms each; 5,000 at once in at most 6 s.
 *
 *     npx tsx bench/sandbox.ts [--code-judge FOLDER [--code-judge-python PATH]] [--python PATH] [--calls N] [--rounds N]
 *         [--only trivial,cell,sympy,latency]
 *
 * FOLDER is a checkout of the original Code Judge, PATH an interpreter with its requirements; without them the peer is
 * a process a call. Needs redis-server for Code Judge, and sympy for the third table.
 */
import { availableParallelism } from 'node:os';
import type { Sandbox, SandboxCall } from '../src/base/index.js';
import { createCodeJudgeSandbox, createLocalSandbox, createSandboxServer } from '../src/sandbox/index.js';
import { pythonFolder } from '../src/sandbox/local/internal/containment/root-tree.js';
import { LIGHT_MODULES } from '../src/sandbox/local/internal/server-variant.js';
import { ControlGroup } from '../src/sandbox/local/internal/containment/control-group.js';
import { findInterpreter } from '../src/sandbox/local/internal/containment/interpreter.js';
import { measure } from './harness.js';
import type { Contestant } from './harness.js';
import { startPythonPeer } from './python-peer.js';
import type { PythonPeer } from './python-peer.js';
import { writeReport } from './report.js';
import { measureLatency } from './sandbox-latency.js';
import { runBySpawning, startCodeJudge } from './sandbox-peers.js';
import { benchOptions } from './options.js';

const { values } = benchOptions({
  options: {
    'code-judge': { type: 'string', default: process.env['CODE_JUDGE'] ?? '' },
    'code-judge-python': { type: 'string', default: 'python3' },
    python: { type: 'string', default: 'python3' },
    calls: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: 'trivial,cell,sympy,latency' },
  },
});
const calls = Number(values.calls);
const rounds = Number(values.rounds);
const only = values.only.split(',');
/** A slow peer runs a part of them; rates are a call. */
const part = Math.max(20, Math.round(calls / 20));
const cores = availableParallelism();
/** Not a version manager's shim, which would cost the peers more than their own work. */
const python = (await findInterpreter(values.python, [])).executable;
process.env['PYTHON'] = python;

const PROGRAMS = {
  trivial: { task: 'Programs that print a number', call: { code: 'print(1)', mode: 'script' } },
  cell: {
    task: 'The same as a notebook cell, whose last value is shown',
    call: { code: 'x = 1\nprint(x)\nx + 1' },
  },
  sympy: { task: 'Programs that import sympy', call: { code: 'import sympy\nprint(sympy.Integer(3) ** 2)' } },
} as const satisfies Record<string, { task: string; call: SandboxCall }>;

const local = await createLocalSandbox({ python, isolation: 'full' });
const server = await createSandboxServer({ sandbox: local, concurrency: cores });
const served = await createCodeJudgeSandbox({ url: server.url });
const judge =
  values['code-judge'] === ''
    ? undefined
    : await startCodeJudge({
        folder: values['code-judge'],
        interpreter: values['code-judge-python'],
        python,
      });

const groups = Array.from({ length: cores }, () => ControlGroup.make());
const peers: PythonPeer[] = [];

try {
  for (const [name, { task, call }] of Object.entries(PROGRAMS).filter(([table]) => only.includes(table))) {
    if (!(await works(local, call))) {
      console.log(`${task}: not measured, the program does not run here`);
      continue;
    }
    const contestants = [
      ...(judge === undefined ? [] : [by('Code Judge, uncontained', judge.sandbox, call, part)]),
      spawning(call),
      by('ours, contained', local, call, calls),
      by('ours, contained, over HTTP', served, call, calls),
      ...(name === 'trivial' ? emptyForks() : []),
    ];
    const { measurements, machine } = await measure(contestants, { rounds, warmUp: 1 });
    writeReport({ name: `sandbox-${name}`, guide: 'docs/sandbox.md', task, unit: 'calls/s', measurements, machine });
  }
  const peer = judge === undefined ? [] : [{ name: 'Code Judge, uncontained', sandbox: judge.sandbox }];
  const measured = [{ name: 'ours, contained', sandbox: local }, ...peer];
  if (only.includes('latency')) await measureLatency(measured, PROGRAMS.trivial.call, rounds);
} finally {
  await judge?.close();
  await served.close();
  await server.close(1000);
  await local.close();
  for (const peer of peers) peer.close();
  for (const group of groups) await group?.remove();
}

async function works(sandbox: Sandbox, call: SandboxCall): Promise<boolean> {
  return (await sandbox.run(call)).kind === 'ok';
}

function by(name: string, sandbox: Sandbox, call: SandboxCall, work: number): Contestant {
  return {
    name,
    work,
    async run() {
      const results = await sandbox.runBatch(Array.from({ length: work }, () => call));
      const failed = results.find(({ kind }) => kind !== 'ok');
      if (failed !== undefined) throw new Error(`${name}: ${JSON.stringify(failed)}`);
      return results.length;
    },
  };
}

function spawning({ code }: SandboxCall): Contestant {
  const programs = Array.from({ length: part }, () => code);
  return {
    name: 'a process a call, uncontained',
    work: part,
    run: () => runBySpawning(python, programs),
  };
}

/** What any fork server on this machine is limited by: children of the same interpreter that do nothing. */
function emptyForks(): Contestant[] {
  const limit = (name: string, layers: readonly string[]): Contestant[] => {
    const peer = startPythonPeer('sandbox-forks.py', {
      folder: pythonFolder(),
      modules: LIGHT_MODULES,
      children: calls,
      parents: cores,
      layers,
      groups: groups.map((group) => group?.folders ?? []),
    });
    if (peer === undefined) return [];
    peers.push(peer);
    return [{ name, work: calls, run: () => peer.run() }];
  };
  return [
    ...limit('limit: empty forks, uncontained', []),
    ...limit('limit: empty forks into namespaces', ['pid', 'mount', 'ipc']),
    ...limit('limit: empty forks in the same namespaces, groups and filters', ['server']),
  ];
}
