import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMcpTools, createVocabularyTokenizer, runRollouts, type McpTools } from 'rstar2-agent/rollout';
import { createScriptedPolicy } from 'rstar2-agent/testing';
import { ROOT } from './node-process.js';

/** The protocol's own reference server, as npm has it. */
const program = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startHttp(): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  ends.push(() => child.kill());
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => chunk.toString().includes('listening') && resolve());
    child.on('exit', () => reject(new Error('the server did not start')));
  });
  return `http://127.0.0.1:${port}/mcp`;
}

async function connect(kind: 'stdio' | 'HTTP'): Promise<McpTools> {
  const server = kind === 'HTTP' ? { url: await startHttp() } : { command: process.execPath, args: [program, 'stdio'] };
  const made = await createMcpTools({ server });
  ends.push(() => made.close());
  return made;
}

describe('an MCP server from npm', { timeout: 120_000 }, () => {
  it.each(['stdio', 'HTTP'] as const)('answers the calls of a rollout over %s', async (kind) => {
    const { tools } = await connect(kind);
    const call = (name: string, args: object) => `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;
    const tokenizer = createVocabularyTokenizer(['print'], { special: ['<|im_start|>', '<|im_end|>'] });
    const script = [
      call('get-sum', { a: 19, b: 23 }),
      call('get-sum', { a: 'many' }),
      call('get-tiny-image', {}),
      call('get-structured-content', { location: 'New York' }),
      'done',
    ];
    const [outcome] = await runRollouts(
      [{ groupId: 'g', prompt: [{ role: 'user', content: 'Add 19 and 23.' }], samples: 1 }],
      { policy: createScriptedPolicy({ tokenizer, script }), tokenizer, tools, maxTokens: 20_000, seed: 1 },
    );
    if (outcome?.kind !== 'completed') throw new Error(`expected a rollout, got ${JSON.stringify(outcome)}`);
    const answers = outcome.rollout.turns.flatMap(({ toolCalls }) => toolCalls.map(({ response }) => response));
    expect(answers.map(({ isError }) => isError)).toEqual([false, true, false, false]);
    expect(answers[0]!.text).toBe('The sum of 19 and 23 is 42.');
    expect(answers[1]!.text).toMatch(/^ToolCallError: .*arguments\.a: expected number/);
    expect(answers[2]!.text).toMatch(/\[image: image\/png, \d+ bytes\]/);
    expect(answers[3]!.text).toMatch(/temperature/);
  });
});
