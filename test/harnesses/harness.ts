import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Rollout } from '../../src/base/index.js';
import { commandAgent, runAgents, type CommandResult } from '../../src/gateway/index.js';
import { expectRecorded } from '../clients/session.js';
import { createToldPolicy, tokenizer, type ToldPolicyOptions } from '../clients/told-policy.js';

/** Where `npm run test:harnesses` installs the programs. */
export const INSTALLED = process.env['RSTAR2_HARNESSES'] ?? '';

export interface HarnessRun {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files of the folder that it runs in, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly say: ToldPolicyOptions['say'];
}

export interface HarnessRan {
  readonly rollout: Rollout;
  readonly stdout: string;
  /** The files that were given, as they are now. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Runs a program once as the agent of a rollout, in a folder and with a home of its own, before a policy that plays a script. Every turn that was
 * drawn is found in the rollout, with its logprobs, after what the policy read.
 */
export async function runHarness({ command, env = {}, files = {}, say }: HarnessRun): Promise<HarnessRan> {
  const folder = mkdtempSync(join(tmpdir(), 'harness-'));
  const [home, work, temporary] = ['home', 'work', 'tmp'].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [home, work, temporary]) mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
  const policy = createToldPolicy({ say });
  const ends: CommandResult[] = [];
  const agent = commandAgent({
    command,
    cwd: work,
    // No other server than that of the rollout answers.
    env: {
      HOME: home,
      TMPDIR: temporary,
      HTTPS_PROXY: DEAD,
      HTTP_PROXY: DEAD,
      ALL_PROXY: DEAD,
      NO_PROXY: '127.0.0.1',
      ...env,
    },
    input: () => '',
    outcome: (result) => void ends.push(result),
  });
  try {
    const tasks = [{ groupId: 'g', prompt: [{ role: 'user', content: 'Go.' } as const], samples: 1 }];
    // Prompts of harnesses are spelled letter by letter here.
    const options = { maxTokens: 2_000_000, maxTurns: 200, seed: 's' };
    const [outcome] = await runAgents(tasks, { ...options, agent, policy, tokenizer });
    const [end] = ends;
    expect(end, JSON.stringify(outcome)).toBeDefined();
    expect(end!.exitCode, `${end!.stdout}\n${end!.stderr}`).toBe(0);
    if (outcome!.kind !== 'completed') throw new Error(JSON.stringify(outcome));
    expectRecorded(outcome!.rollout, policy);
    return {
      rollout: outcome!.rollout,
      stdout: end!.stdout,
      files: Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(work, name), 'utf8')])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Nothing listens there. */
const DEAD = 'http://127.0.0.1:9';

/** A call as the policy writes it. */
export function callText(name: string, args: object): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
}

/** How many results of calls a text has. */
export function resultsIn(context: string): number {
  return context.split('<tool_response>').length - 1;
}

/** The turns of all paths, that which ended last first: the calls of each with whether they failed, its text where it has none. */
export function pathsOf(rollout: Rollout): unknown[][] {
  return [rollout, ...(rollout.branches ?? [])].map(({ turns }) =>
    turns.map(({ text, toolCalls }) =>
      toolCalls.length === 0 ? text : toolCalls.map(({ name, response }) => [name, response.isError]),
    ),
  );
}
