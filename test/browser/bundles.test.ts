import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** What pages and workers have beside the language; nothing of Node. */
const WEB = {
  AbortController,
  AbortSignal,
  Headers,
  Response,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  URL,
  btoa,
  clearInterval,
  clearTimeout,
  console,
  crypto: globalThis.crypto,
  performance,
  setInterval,
  setTimeout,
};

/** A program that uses the built package, bundled as for a page: no built-in of Node is known, none is stubbed. */
async function bundle(program: string): Promise<{ readonly code: string; readonly inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'program',
    logLevel: 'silent',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return { code: outputFiles[0]!.text, inputs: Object.keys(metafile.inputs) };
}

/** Runs a bundle where there is nothing but the web, and gives what its export `result` comes to. */
async function run(program: string, more: object = {}): Promise<unknown> {
  const { code } = await bundle(program);
  const context = createContext({ ...WEB, ...more });
  return await (runInContext(`${code}; program.result`, context) as Promise<unknown>);
}

describe('rstar2-agent/rollout in a browser', () => {
  it('takes nothing of Node into its bundle', async () => {
    const { inputs } = await bundle(
      `import * as all from 'rstar2-agent/rollout'; export const result = Object.keys(all);`,
    );
    expect(inputs.filter((path) => /^dist\/.*\.(node|browser)\.js$/.test(path)).sort()).toEqual([
      'dist/io.browser.js',
      'dist/rollout.browser.js',
    ]);
  });

  it('rolls out against a server over fetch, with a tool', async () => {
    const asked: { url: string; body: { prompt: number[] } }[] = [];
    const turns = ['<tool_call>{"name": "double", "arguments": {"of": 21}}</tool_call>', 'It is 42.'];
    const fetch = (url: string, { body }: { body: string }) => {
      asked.push({ url, body: JSON.parse(body) as { prompt: number[] } });
      const ids = [...new TextEncoder().encode(turns[asked.length - 1]), 256];
      const choice = {
        finish_reason: 'stop',
        token_ids: ids,
        logprobs: {
          tokens: ids.map((id) => (id === 256 ? '<|im_end|>' : String.fromCharCode(id))),
          token_logprobs: ids.map(() => -1),
        },
      };
      return Promise.resolve(new Response(JSON.stringify({ choices: [choice] })));
    };
    const result = await run(
      `import { createOpenAIPolicy, createVocabularyTokenizer, runRollouts } from 'rstar2-agent/rollout';
      const double = {
        name: 'double',
        description: 'Doubles a number.',
        parameters: { type: 'object', properties: { of: { type: 'number' } } },
        execute: async ({ of }) => ({ kind: 'ok', text: String(2 * of) }),
      };
      export const result = runRollouts([{ groupId: 'g', prompt: [{ role: 'user', content: '2 * 21?' }], samples: 1 }], {
        policy: createOpenAIPolicy({ baseUrl: 'http://localhost:8000/v1', model: 'm' }),
        tokenizer: createVocabularyTokenizer([], { special: ['<|im_end|>'] }),
        tools: [double],
        maxTokens: 1000,
        seed: 1,
      }).then(([{ rollout }]) => JSON.stringify(rollout.turns.map(({ text, toolCalls }) => [text, toolCalls[0]?.response.text])));`,
      { fetch },
    );
    expect(JSON.parse(result as string)).toEqual([
      [turns[0], '42'],
      [turns[1], null],
    ]);
    expect(asked.map(({ url }) => url)).toEqual(
      Array.from({ length: 2 }, () => 'http://localhost:8000/v1/completions'),
    );
  });
});

describe('rstar2-agent/sandbox in a browser', () => {
  it('runs Python as a tool on a server over fetch, and refuses a sandbox of its own', async () => {
    const fetch = (url: string, { body }: { body: string }) => {
      if (url.endsWith('/ping')) return Promise.resolve(new Response('{}'));
      const { submissions } = JSON.parse(body) as { submissions: { sub_id: string }[] };
      const done = { success: true, run_success: true, cost: 0.1, reason: 'unspecified', stdout: '42\n', stderr: '' };
      return Promise.resolve(
        new Response(JSON.stringify({ results: submissions.map((one) => ({ ...one, ...done })) })),
      );
    };
    const result = await run(
      `import { createCodeJudgeSandbox, createLocalSandbox, createPythonTool } from 'rstar2-agent/sandbox';
      export const result = (async () => {
        const sandbox = await createCodeJudgeSandbox({ url: 'http://localhost:8088' });
        const tool = createPythonTool(sandbox);
        const { text } = await tool.execute({ code: 'print(6 * 7)' }, { callId: 'c' });
        const refused = await createLocalSandbox().catch((error) => error.name + ': ' + error.message);
        return JSON.stringify([text, refused]);
      })();`,
      { fetch },
    );
    const [text, refused] = JSON.parse(result as string) as [string, string];
    expect(text).toContain('42');
    expect(refused).toMatch(/^SandboxError: createLocalSandbox starts processes, which needs Node/);
  });
});

describe('rstar2-agent/report in a browser', () => {
  const metrics = `[{ step: 1, stage: 'rl', reward: 0.25 }, { step: 2, stage: 'rl', reward: 0.5 }]`;

  it('computes charts, the data of a report and the hash of settings', async () => {
    const result = await run(
      `import { configHash, runReportData } from 'rstar2-agent/report';
      const { charts, configHash: hash } = runReportData({
        title: 't', config: { a: 1 }, metrics: ${metrics}, rollouts: [], output: 'unused',
      });
      export const result = Promise.resolve(JSON.stringify([charts[0].title, charts[0].series[0].points, hash === configHash({ a: 1 })]));`,
    );
    expect(JSON.parse(result as string)).toEqual([
      'Mean reward',
      [
        [1, 0.25],
        [2, 0.5],
      ],
      true,
    ]);
  });

  it('shows progress on the console', async () => {
    const lines: string[] = [];
    const program = `import { createProgressDisplay } from 'rstar2-agent/report';
      const display = createProgressDisplay({ title: 'demo', stages: [{ name: 'rl', total: 2 }] });
      ${metrics}.forEach((record) => display.update(record));
      display.close();
      export const result = Promise.resolve();`;
    await run(program, { console: { error: (line: string) => lines.push(line) } });
    expect(lines).toEqual(
      ['demo', 'rl 1/2 · reward 0.25', 'rl 2/2 · reward 0.5'].map((line) => expect.stringContaining(line) as string),
    );
  });

  it.each([
    [`createJsonlSink('metrics.jsonl')`],
    [`readMetrics('metrics.jsonl')`],
    [`writeRunReport({ title: 't', config: {}, metrics: [], rollouts: [], output: 'r.html' })`],
  ])('says of %s, when it is called, that it needs Node', async (call) => {
    const program = `import * as report from 'rstar2-agent/report';
      export const result = new Promise((resolve) => { try { report.${call}; resolve('done'); } catch (error) { resolve([error.message, error.cause?.message].join(' ')); } });`;
    expect(await run(program)).toContain('which a browser does not have');
  });
});
