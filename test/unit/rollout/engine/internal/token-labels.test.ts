import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PolicyError } from '../../../../../src/base/index.js';
import { checkLabels } from '../../../../../src/rollout/engine/internal/token-labels.js';
import {
  createEnginePolicy,
  createScheduledPolicy,
  loadHuggingFaceTokenizer,
  runRollouts,
  type ScheduledEngine,
} from '../../../../../src/rollout/index.js';
import type { EngineProtocolName } from '../../../../../src/rollout/engine/engine-policy.js';
import { byteLevelTokenizerJson } from '../../byte-level-bpe.js';
import { completed, prompt } from '../../conversation.js';
import { startEngine, type EngineReaction, type EngineRequest } from '../../engine-server.js';

const json = byteLevelTokenizerJson(
  [
    ['t', 'h'],
    ['th', 'e'],
    ['Ġ', 'the'],
    ['â', 'Ī'],
    ['Ġ', 'âĪ'],
    ['Ã', '©'],
  ],
  ['<|im_start|>', '<|im_end|>'],
);
const tokenizer = await loadHuggingFaceTokenizer(json);
const textOf = (id: number) => tokenizer.decode([id]);
const idOf = (name: string) => json.model.vocab[name]!;
const names = new Map(Object.entries(json.model.vocab).map(([name, id]) => [id, name]));
const END = tokenizer.tokenId('<|im_end|>')!;
const BEYOND = tokenizer.vocabularySize + 5;

describe('a label of a token', () => {
  it.each([
    ['its text', idOf('Ġthe'), ' the'],
    ['its text, a leading space stripped', idOf('Ġthe'), 'the'],
    ['its name in a byte-level vocabulary', idOf('Ġthe'), 'Ġthe'],
    ['its name in a vocabulary of SentencePiece', idOf('Ġthe'), '▁the'],
    ['its id as a text', idOf('Ġthe'), `token_id:${idOf('Ġthe')}`],
    ['its id', idOf('Ġthe'), idOf('Ġthe')],
    ['nothing', idOf('Ġthe'), ''],
    ['null', idOf('Ġthe'), null],
    ['a new line by its name', idOf('Ċ'), 'Ċ'],
    ['a new line as a byte', idOf('Ċ'), '<0x0A>'],
    ['a letter by the letters of its bytes', idOf('Ã©'), 'Ã©'],
    ['a letter that is composed', idOf('Ã©'), 'e\u0301'],
    ['a special token', END, '<|im_end|>'],
    ['a special token that is skipped', END, ''],
    ['a part of a character as U+FFFD', idOf('ĠâĪ'), ' \uFFFD'],
    ['a part of a character as Latin-1, as SGLang writes it', idOf('ĠâĪ'), ' â\x88'],
    ['a part of a character by its name', idOf('ĠâĪ'), 'ĠâĪ'],
    ['a part of a character as a byte', idOf('â'), '<0xE2>'],
    ['a part of a character as its bytes', idOf('â'), 'bytes:\\xe2'],
    ['the character that a part completes, as vLLM writes it', idOf('ļ'), ' √'],
    ['nothing for an id without a token', BEYOND, ''],
    ['a mark for an id without a token', BEYOND, '[PAD300]'],
    ['a control token that the tokenizer does not have', BEYOND, '<|extra|>'],
  ])('may be %s', (_name, id, label) => {
    expect(() => checkLabels([label], [id], textOf)).not.toThrow();
  });

  it.each([
    ['the text of another token', idOf('Ġthe'), ' a', 'token 0 is 258 (" the"), its logprob that of " a"'],
    ['a part of its text', idOf('Ġthe'), ' th', 'its logprob that of " th"'],
    ['its text in other letters', idOf('the'), 'The', '("the"), its logprob that of "The"'],
    ['other white space', idOf('Ċ'), '\n\n', 'token 0 is 10 ("\\n"), its logprob that of "\\n\\n"'],
    ['the name of another token', idOf('the'), 'Ġth', 'its logprob that of "Ġth"'],
    ['another byte', idOf('a'), '<0x0A>', 'token 0 is 97 ("a"), its logprob that of "<0x0A>"'],
    ['a text for a special token', END, 'the', '("<|im_end|>"), its logprob that of "the"'],
    ['a special token for a text', idOf('the'), '<|im_end|>', 'its logprob that of "<|im_end|>"'],
    ['a text for an id without a token', BEYOND, 'the', `token 0 is ${BEYOND} (""), its logprob that of "the"`],
    ['another id', 5, 6, 'token 0 is 5, its logprob that of token 6'],
  ])('cannot be %s', (_name, id, label, message) => {
    const check = () => checkLabels([label], [id], textOf);
    expect(check).toThrow(PolicyError);
    expect(check).toThrow(message);
  });

  it('is not compared as a text where no tokenizer is at hand', () => {
    expect(() => checkLabels([' a'], [idOf('Ġthe')], undefined)).not.toThrow();
  });

  /** What vLLM writes: the text of the token alone, or where that is a part of a character, what it adds to those before it. */
  const vllmLabels = (ids: readonly number[]) =>
    ids.map((id, at) => {
      if (!textOf(id).endsWith('\uFFFD')) return textOf(id);
      const [before, after] = [at, at + 1].map((end) => tokenizer.decode(ids.slice(Math.max(0, at - 4), end)));
      return after!.endsWith('\uFFFD') ? '' : after!.slice(before!.replace(/\uFFFD+$/, '').length);
    });
  it.each([
    ['vLLM', vllmLabels],
    ['SGLang', (ids: readonly number[]) => ids.map(textOf)],
    ['a server that strips spaces', (ids: readonly number[]) => ids.map((id) => textOf(id).trimStart() || textOf(id))],
    ['a server that writes names', (ids: readonly number[]) => ids.map((id) => names.get(id))],
  ])('as %s writes it is never refused, whatever the text', (_name, labelsOf) => {
    const text = fc.array(fc.oneof(fc.constantFrom(' the', 'the', '√', 'é', '\n', ' '), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(text, (pieces) => {
        const ids = [...tokenizer.encode(pieces.join(''))].filter((id) => names.has(id));
        checkLabels(labelsOf(ids), ids, textOf);
      }),
      { numRuns: 40 },
    );
  });
});

describe('an engine whose ids contradict its labels', () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    while (open.length > 0) await open.pop()!();
  });
  const answer = [idOf('the'), idOf('a'), idOf('b'), END];
  const models = { 'GET /v1/models': { body: { data: [{ id: 'm', max_model_len: 4096 }] } } };

  /** A server that draws what it is told to; `shift` labels each of its tokens after the first as another's. */
  const engineOf = (protocol: EngineProtocolName, shift: number): Readonly<Record<string, EngineReaction>> => {
    const parts = answer.map((id, at) => ({
      id,
      logprob: -1,
      label: textOf(at === 0 || id === END ? id : id + shift),
    }));
    const content = (some: typeof parts) => ({
      logprobs: { content: some.map(({ label, logprob }) => ({ token: label, logprob })) },
      token_ids: some.map(({ id }) => id),
      finish_reason: some.at(-1)!.id === END ? 'stop' : null,
    });
    const plain = (some: typeof parts) => ({
      ...content(some),
      logprobs: { tokens: some.map(({ label }) => label), token_logprobs: some.map(({ logprob }) => logprob) },
    });
    const asked =
      (choice: typeof content | typeof plain) =>
      ({ body }: EngineRequest) => {
        if (body['model'] === undefined) return Promise.resolve({ status: 400 });
        // Of a turn that goes on, what is left of it.
        const given = (body['token_ids'] ?? body['prompt']) as number[];
        const rest = given.at(-1) === answer[0] && body['max_tokens'] !== 64 ? parts.slice(1) : parts;
        const events = rest.map((part) => `data: ${JSON.stringify({ choices: [choice([part])] })}\n\n`);
        return Promise.resolve(
          body['stream'] === true ? { stream: [...events, 'data: [DONE]\n\n'] } : { body: { choices: [choice(rest)] } },
        );
      };
    if (protocol === 'sglang-generate') {
      const drawn = parts.map(({ id, logprob, label }) => [logprob, id, label]);
      const meta_info = { finish_reason: { type: 'stop' }, output_token_logprobs: drawn };
      return {
        ...models,
        'GET /model_info': { body: { model_path: 'm' } },
        'POST /generate': { body: { output_ids: answer, meta_info } },
      };
    }
    return {
      ...models,
      'GET /version': { body: { version: '0.32.0' } },
      'POST /inference/v1/generate': asked(content),
      'POST /v1/completions': asked(plain),
    };
  };

  it.each([
    ['vllm-generate', false],
    ['vllm-generate', true],
    ['completions', false],
    ['completions', true],
    ['sglang-generate', false],
  ] as const)('over %s (streams: %s) is not trained on: its turn goes to another engine', async (protocol, stream) => {
    const engines: ScheduledEngine[] = [];
    for (const [name, shift] of [
      ['wrong', 1],
      ['right', 0],
    ] as const) {
      const server = await startEngine(engineOf(protocol, shift));
      const policy = await createEnginePolicy({ url: server.url, protocol });
      open.push(async () => {
        await policy.close!();
        await server.close();
      });
      engines.push({ name, policy });
    }
    const alone = runRollouts([{ groupId: 'a', prompt, samples: 1 }], {
      ...{ policy: engines[0]!.policy, tokenizer, maxTokens: 64, seed: 's', retry: { retries: 0 } },
    });
    expect((await alone)[0]).toMatchObject({
      kind: 'failed',
      cause: { message: 'completion: token 1 is 97 ("a"), its logprob that of "b"' },
    });

    const policy = createScheduledPolicy(engines, { stream });
    open.push(() => policy.close());
    const tasks = ['a', 'b'].map((groupId) => ({ groupId, prompt, samples: 2 }));
    const outcomes = await runRollouts(tasks, { policy, tokenizer, maxTokens: 64, seed: 's' });
    for (const outcome of outcomes) expect(completed(outcome).turns[0]!.text).toBe('theab');
  });
});
