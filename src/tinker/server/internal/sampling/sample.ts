import { crossEntropyBatch, type Generation, type PolicySnapshot, type Tokenizer } from '../../../../base/index.js';
import type {
  PromptAlternatives,
  TinkerSampleRequest,
  TinkerSampleResult,
  TinkerSequence,
} from '../../../wire/messages.js';
import { limitConcurrency, type Limiter } from '../../../../io/index.js';
import type { TinkerBaseModel } from '../../options.js';
import { checkIds } from '../training/loss-batch.js';

/** The stop tokens and stop texts of a request. */
interface Stops {
  readonly tokens: readonly number[];
  readonly texts: readonly string[];
}

/**
 * Answers `asample`.
 *
 * @param drawing - Limits how many samples are drawn at once.
 * @throws RangeError or TypeError for what does not fit; PolicyError when the engine failed.
 */
export async function runSample(
  policy: PolicySnapshot,
  request: TinkerSampleRequest,
  model: TinkerBaseModel,
  drawing: Limiter,
): Promise<TinkerSampleResult> {
  const { prompt, samples, sampling } = request;
  checkIds(prompt, 'prompt', model);
  const stops = stopsOf(sampling.stop, model);
  const { seed, temperature = 1, topP = 1, topK = -1 } = sampling;
  const drawn = await Promise.all(
    Array.from({ length: samples }, (_, i) =>
      drawing(() =>
        policy.generate({
          tokens: prompt,
          sampling: {
            temperature,
            topP,
            maxTokens: sampling.maxTokens ?? roomAfter(prompt, model),
            stopTokens: stops.tokens,
            ...(topK === -1 ? {} : { topK }),
            ...(seed === undefined ? {} : { seed: `${seed}/${i}` }),
          },
        }),
      ),
    ),
  );
  const sequences = drawn.map((generation) => cutAtText(generation, stops.texts, model.tokenizer));
  return {
    sequences,
    ...(request.promptLogprobs === true && {
      promptLogprobs: await promptLogprobs(policy, prompt, request.promptLogprobsLast),
    }),
    ...(request.promptAlternatives !== undefined && {
      promptAlternatives: await drawAlternatives(policy, request, request.promptAlternatives, drawing),
    }),
  };
}

/** Memory of a sample while it is drawn, beside its tokens and their logprobs. */
const SAMPLE_BYTES = 2048;

/** @returns The most memory that an answer may take. */
export function answerBytes(
  { prompt, samples, sampling, promptAlternatives = 0 }: TinkerSampleRequest,
  model: TinkerBaseModel,
): number {
  const room = Math.max(1, (model.contextLength ?? Infinity) - prompt.length);
  const longest = Math.min(sampling.maxTokens ?? room, room);
  // Where the context is not known and no length is asked for, the request is refused.
  const own = samples * (SAMPLE_BYTES + 8 * (longest === Infinity ? 0 : longest));
  return own + promptAlternatives * prompt.length * SAMPLE_BYTES;
}

function roomAfter(prompt: Int32Array, { contextLength }: TinkerBaseModel): number {
  if (contextLength === undefined)
    throw new TypeError('sampling_params.max_tokens: expected a number (the model’s context is not known), got none');
  return Math.max(1, contextLength - prompt.length);
}

/** @throws RangeError for an id outside the vocabulary; TypeError for texts without a tokenizer. */
function stopsOf(stop: TinkerSampleRequest['sampling']['stop'], model: TinkerBaseModel): Stops {
  if (stop === undefined) return { tokens: model.stopTokens ?? [], texts: [] };
  const all: readonly (string | number)[] = typeof stop === 'string' ? [stop] : stop;
  const texts = all.filter((one) => typeof one === 'string');
  const tokens = all.filter((one) => typeof one === 'number');
  checkIds(tokens, 'sampling_params.stop', model);
  if (texts.length === 0) return { tokens, texts };
  const { tokenizer, vocabularySize = Infinity } = model;
  if (tokenizer === undefined)
    throw new TypeError(
      'sampling_params.stop: expected token ids (the server has no tokenizer of this model), got texts',
    );
  // One that is a token ends the answer by itself. A tokenizer may have more tokens than the model can draw.
  const ids = texts.flatMap((text) => tokenizer.tokenId(text) ?? []).filter((id) => id < vocabularySize);
  return { tokens: ids, texts: texts.filter((text) => text !== '') };
}

/** @returns The answer up to the token that completes the first stop text. */
function cutAtText(
  { tokens, logprobs, finishReason }: Generation,
  texts: readonly string[],
  tokenizer?: Tokenizer,
): TinkerSequence {
  const has = (length: number) => {
    const text = tokenizer!.decode(tokens.subarray(0, length));
    return texts.some((one) => text.includes(one));
  };
  if (texts.length === 0 || !has(tokens.length)) return { tokens, logprobs, stopReason: finishReason };
  let [without, end] = [0, tokens.length];
  while (end - without > 1) {
    const middle = (without + end) >> 1;
    if (has(middle)) end = middle;
    else without = middle;
  }
  return { tokens: tokens.slice(0, end), logprobs: logprobs.slice(0, end), stopReason: 'stop' };
}

/** @returns log π of the `last` tokens of a prompt given those before each; NaN for the others, and for the first. */
async function promptLogprobs(policy: PolicySnapshot, prompt: Int32Array, last = prompt.length): Promise<Float32Array> {
  if (policy.logprobs === undefined)
    throw new TypeError(
      'prompt_logprobs: expected false (this engine has logprobs only of tokens that it sampled), got true',
    );
  const responseMask = new Uint8Array(prompt.length).fill(1, 1);
  const offsets = Int32Array.of(0, prompt.length);
  const batch = crossEntropyBatch({ tokens: prompt, offsets, weights: new Float32Array(prompt.length), responseMask });
  const logprobs = await policy.logprobs(batch);
  return logprobs.fill(NaN, 0, Math.max(1, prompt.length - last));
}

/** Alternatives of one request that are drawn at once. */
const ALTERNATIVES_AT_ONCE = 16;

/** @returns `count` tokens for each place of a prompt but the first, drawn at the request's temperature as if it ended there. */
async function drawAlternatives(
  policy: PolicySnapshot,
  { prompt, sampling: { seed, temperature = 1 } }: TinkerSampleRequest,
  count: number,
  drawing: Limiter,
): Promise<PromptAlternatives> {
  const places = Array.from({ length: (prompt.length - 1) * count }, (_, i) => Math.floor(i / count) + 1);
  const failed = new AbortController();
  const { signal } = failed;
  // Few at once, so that other requests have their turn among so many.
  const few = limitConcurrency(ALTERNATIVES_AT_ONCE);
  const draw = (place: number, i: number): Promise<Generation> =>
    policy.generate(
      {
        tokens: prompt.subarray(0, place),
        sampling: {
          temperature,
          maxTokens: 1,
          stopTokens: [],
          ...(seed === undefined ? {} : { seed: `${seed}/alternative ${i}` }),
        },
      },
      { signal },
    );
  const drawn = await Promise.all(
    places.map((place, i) => few(() => drawing(() => draw(place, i), signal), signal)),
  ).catch((error: unknown) => {
    failed.abort(error);
    throw error;
  });
  const shape = [prompt.length - 1, count];
  return {
    tokens: { dtype: 'int64', data: Int32Array.from(drawn, ({ tokens }) => tokens[0]!), shape },
    logprobs: { dtype: 'float32', data: Float32Array.from(drawn, ({ logprobs }) => logprobs[0]!), shape },
  };
}
