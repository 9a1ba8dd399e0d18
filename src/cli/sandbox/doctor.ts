import { errorMessage, ISOLATION_LEVELS } from '../../base/internal/index.js';
import { EXIT, write, type Command } from '../command.js';
import { examine } from './examine.js';
import type { Findings } from './examine.js';
import { defined, Flags } from '../flags.js';
import { machineAdvice } from './machine-advice.js';
import { allowedMissing, redisAddress } from './options.js';

const HELP = `
rstar2-agent sandbox doctor: show how well this machine isolates programs, and what is missing for more

Usage: rstar2-agent sandbox doctor [OPTIONS]

Runs test programs with every isolation mechanism and prints the level of each:

  full     namespaces, no network, a read-only root, a system call filter, limits on everything
  partial  some of these; the report lists what is missing
  none     programs have the rights of the user who starts them

Options:
  --require LEVEL  exit with 1 if this level is not available: full, partial or none (default full)
  --python PATH    the Python interpreter (default python3)
  --allow-missing NAME  protection that may be missing if programs run as WebAssembly: nothing (default), or network
  --redis URL      check the queue in Redis too (or RSTAR2_REDIS_URL in the environment)
  --redis-ca FILE  certificates (PEM) to trust for rediss://
  --json           print everything as one JSON object
  -h, --help       show this

Example:

  $ rstar2-agent sandbox doctor --require partial

Exit codes: 0 the required level is available, 1 it is not, 2 wrong usage.
`;

/** `rstar2-agent sandbox doctor`: shows which isolation is available here. */
export const doctorCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const required = flags.choice('require', ISOLATION_LEVELS, 'full');
    const redis = redisAddress(flags);
    const findings = await examine({
      allowMissing: allowedMissing(flags),
      ...defined({ python: flags.text('python') }),
    });
    const queue = redis === undefined ? undefined : await lookAtQueue(redis);
    const missing = findings.mechanisms.flatMap((mechanism) => mechanism.missing);
    const advice = findings.isolation.level === 'full' ? [] : machineAdvice(missing);
    const enough = ISOLATION_LEVELS.indexOf(findings.isolation.level) >= ISOLATION_LEVELS.indexOf(required);
    const text = flags.has('json')
      ? JSON.stringify({ ...findings, ...defined({ queue }), advice, required, enough }, null, 2)
      : report(findings, queue, advice);
    await write(io.stdout, `${text}\n`);
    if (!enough)
      await write(
        io.stderr,
        `rstar2-agent sandbox doctor: expected ${required} isolation, got ${findings.isolation.level}\n`,
      );
    return enough && queue?.failure === undefined ? EXIT.ok : EXIT.failure;
  },
};

interface QueueFinding {
  readonly summary: string;
  readonly failure?: string;
}

async function lookAtQueue(redis: { readonly url: string; readonly ca?: string }): Promise<QueueFinding> {
  const { createRedisSandbox } = await import('../../sandbox/index.js');
  try {
    const queue = await createRedisSandbox({ ...redis, namespace: 'doctor' });
    const { workers, slots, parked } = await queue.status();
    const { level } = queue.isolation;
    await queue.close();
    return { summary: `${workers} workers, ${slots} slots, isolation at least ${level}, ${parked} calls parked` };
  } catch (error) {
    const failure = errorMessage(error);
    return { summary: failure, failure };
  }
}

export function report(findings: Findings, queue: QueueFinding | undefined, advice: readonly string[]): string {
  const { isolation, mechanisms, python, libraries, cpp, callMs } = findings;
  const installed = Object.keys(libraries).filter((name) => libraries[name]);
  const absent = Object.keys(libraries).filter((name) => !libraries[name]);
  const rows: [string, string][] = [
    ...mechanisms.flatMap(({ name, level, missing, failed }): [string, string][] => [
      [name, failed ? 'not available:' : missing.length === 0 ? level : `${level}; missing:`],
      ...missing.map((what): [string, string] => ['', `- ${what}`]),
    ]),
    ['python', python],
    [
      'libraries',
      `${installed.join(', ') || 'none'}${absent.length > 0 ? ` (not installed: ${absent.join(', ')})` : ''}`,
    ],
    ['c++', cpp],
    ['a call', `${callMs.toFixed(1)} ms`],
    ...(queue === undefined ? [] : [['queue', queue.summary] as [string, string]]),
  ];
  return [
    `Isolation: ${isolation.level}, by ${isolation.mechanism}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`),
    ...(advice.length === 0 ? [] : ['', 'What to do:', ...advice.map((line) => `  - ${line}`)]),
  ].join('\n');
}
