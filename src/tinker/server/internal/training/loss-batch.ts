import { crossEntropyBatch, type PackedBatch, type PolicyLoss } from '../../../../base/index.js';
import { show } from '../../../../base/internal/index.js';
import type { TinkerDatum, TinkerForwardRequest, TinkerTensor } from '../../../wire/messages.js';
import { TOKEN_LOSSES, type TokenLoss } from './token-losses.js';

/** The limits of a model's input, and of one pass. */
export interface BatchLimits {
  readonly maxDatums: number;
  /** Tokens of one request. */
  readonly maxTokens: number;
  /** Where it is known. */
  readonly vocabularySize?: number | undefined;
  readonly contextLength?: number | undefined;
}

/** A request's tokens as a learner reads them, and what its loss takes beside each. S sequences, N tokens. */
export interface LossBatch {
  readonly loss: PolicyLoss;
  /** Scores every target: that of place t of datum i stands at `batch.offsets[i] + t + 1`. */
  readonly batch: PackedBatch;
  /** 1 for the targets that the loss is of; shape [N]. */
  readonly counted: Uint8Array;
  /** Shape [N] each. */
  readonly weights: Float32Array;
  readonly sampled: Float32Array;
  readonly advantages: Float32Array;
}

/**
 * Reads what `forward` and `forward_backward` are asked.
 *
 * @throws RangeError or TypeError for a loss that is not known, an input that is missing, of another dtype or length, a
 *   token outside the vocabulary, and for more than the limits allow; it names the place.
 */
export function readLossBatch(request: TinkerForwardRequest, limits: BatchLimits): LossBatch {
  const { data } = request;
  const loss = Object.hasOwn(TOKEN_LOSSES, request.loss) ? TOKEN_LOSSES[request.loss] : undefined;
  if (loss === undefined)
    throw new RangeError(`loss_fn: expected one of ${Object.keys(TOKEN_LOSSES).join(', ')}, got ${show(request.loss)}`);
  const config = { ...loss.config, ...request.lossConfig };
  for (const [name, value] of Object.entries(config))
    if (!Object.hasOwn(loss.config, name) || !Number.isFinite(value))
      throw new RangeError(
        `loss_fn_config.${name}: expected ${Object.hasOwn(loss.config, name) ? 'a finite number' : `none of that name for ${request.loss}`}, got ${value}`,
      );
  if (data.length === 0 || data.length > limits.maxDatums)
    throw new RangeError(`data: expected 1 to ${limits.maxDatums} datums, got ${data.length}`);
  const offsets = new Int32Array(data.length + 1);
  data.forEach(({ tokens }, i) => {
    checkLength(tokens.length, `data[${i}].model_input`, limits);
    offsets[i + 1] = offsets[i]! + tokens.length + 1;
  });
  const count = offsets.at(-1)!;
  if (count > limits.maxTokens)
    throw new RangeError(
      `data: expected at most ${limits.maxTokens} tokens in one request, got ${count - data.length}`,
    );
  const [tokens, targets] = [new Int32Array(count), new Int32Array(count)];
  const inputs = {
    weights: new Float32Array(count),
    logprobs: new Float32Array(count),
    advantages: new Float32Array(count),
  };
  const [scored, counted] = [new Uint8Array(count).fill(1), new Uint8Array(count).fill(1)];
  data.forEach((datum, i) => {
    const path = `data[${i}]`;
    const start = offsets[i]!;
    checkNames(datum, loss, `${path}.loss_fn_inputs`);
    const wanted = inputOf(datum, 'target_tokens', 'int64', path).data as Int32Array;
    checkIds(datum.tokens, `${path}.model_input`, limits);
    checkIds(wanted, `${path}.loss_fn_inputs.target_tokens`, limits);
    tokens.set(datum.tokens, start);
    targets.set(wanted, start + 1);
    // Nothing is read after it: the last target stands for itself.
    tokens[start + datum.tokens.length] = wanted.at(-1)!;
    targets[start] = tokens[start]!;
    scored[start] = 0;
    counted[start] = 0;
    counted.set(countedPlaces(datum, loss, path), start + 1);
    for (const name of loss.inputs) inputs[name].set(inputOf(datum, name, 'float32', path).data, start + 1);
    if (datum.lossInputs['weights'] === undefined) inputs.weights.fill(1, start + 1, offsets[i + 1]);
    else inputs.weights.set(inputOf(datum, 'weights', 'float32', path).data, start + 1);
  });
  const isOwn = targets.every((target, t) => target === tokens[t]);
  const batch = crossEntropyBatch({
    tokens,
    offsets,
    weights: inputs.weights,
    responseMask: scored,
    ...(isOwn ? {} : { targets }),
  });
  return {
    loss: loss.lossOf(config),
    batch,
    counted,
    weights: inputs.weights,
    sampled: inputs.logprobs,
    advantages: inputs.advantages,
  };
}

function checkLength(length: number, path: string, { contextLength = Infinity }: BatchLimits): void {
  // The place of the last target counts as well.
  if (length === 0 || length >= contextLength)
    throw new RangeError(`${path}: expected 1 to ${contextLength - 1} tokens, got ${length}`);
}

function checkNames({ lossInputs }: TinkerDatum, { inputs, counts }: TokenLoss, path: string): void {
  const masks = counts === 'sequence_ratio_mask' ? [counts] : [];
  const known = ['target_tokens', 'weights', ...inputs, ...masks];
  for (const name of Object.keys(lossInputs))
    if (!known.includes(name)) throw new RangeError(`${path}: expected ${known.join(', ')}, got ${show(name)}`);
}

/** @returns 1 for the places that the loss is of; shape [L]. @throws TypeError where the datum does not say which. */
function countedPlaces(datum: TinkerDatum, { counts }: TokenLoss, path: string): Uint8Array {
  if (counts === undefined) return new Uint8Array(datum.tokens.length).fill(1);
  if (counts === 'sampled') {
    if (datum.sampled !== undefined) return datum.sampled;
    throw new TypeError(`${path}.loss_fn_input_spans: expected what was sampled (Datum.with_provenance), got none`);
  }
  const mask = inputOf(datum, counts, 'float32', path).data;
  const outside = mask.findIndex((value, t) => value === 0 && datum.lossInputs['advantages']?.data[t] !== 0);
  if (outside >= 0)
    throw new RangeError(
      `${path}.loss_fn_inputs.advantages[${outside}]: expected 0 where sequence_ratio_mask is 0, got ${datum.lossInputs['advantages']?.data[outside]}`,
    );
  return Uint8Array.from(mask, (value) => (value === 0 ? 0 : 1));
}

function inputOf(
  { tokens, lossInputs }: TinkerDatum,
  name: string,
  dtype: TinkerTensor['dtype'],
  path: string,
): TinkerTensor {
  const [tensor, where] = [lossInputs[name], `${path}.loss_fn_inputs.${name}`];
  if (tensor === undefined) throw new TypeError(`${where}: expected a tensor, got none`);
  if (tensor.dtype !== dtype) throw new TypeError(`${where}: expected dtype ${dtype}, got ${tensor.dtype}`);
  const { data, shape = [data.length] } = tensor;
  if (shape.length !== 1 || data.length !== tokens.length)
    throw new RangeError(`${where}: expected shape [${tokens.length}] (the tokens'), got [${shape.join(', ')}]`);
  const bad = (data as Float32Array).findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`${where}[${bad}]: expected a finite number, got ${data[bad]}`);
  return tensor;
}

/** @throws RangeError for an id outside the vocabulary. */
export function checkIds(
  ids: Int32Array | readonly number[],
  path: string,
  { vocabularySize = Infinity }: Pick<BatchLimits, 'vocabularySize'>,
): void {
  const outside = ids.findIndex((id) => !(id >= 0 && id < vocabularySize));
  if (outside >= 0)
    throw new RangeError(
      `${path}[${outside}]: expected an id below ${vocabularySize} (the vocabulary), got ${ids[outside]}`,
    );
}
