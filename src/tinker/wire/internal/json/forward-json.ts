import * as z from 'zod';
import type { TinkerForwardRequest, TinkerForwardResult } from '../../messages.js';
import { MAX_DATA } from '../limits.js';
import { newExpansion } from '../tensor.js';
import { listOf, optional, parseBody, recordOf } from './schemas.js';
import {
  looseTensor,
  modelInputFromJson,
  modelInputSchema,
  modelInputToJson,
  strictTensor,
  tensorsFromJson,
  tensorsToJson,
} from './tensor-json.js';

const inputSchema = z.strictObject({
  data: listOf(z.strictObject({ model_input: modelInputSchema, loss_fn_inputs: recordOf(strictTensor) }), MAX_DATA),
  loss_fn: z.string(),
  loss_fn_config: optional(recordOf(z.number())),
});

const target = { model_id: z.string(), seq_id: optional(z.int()) };
export const forwardBackwardRequestSchema = z.strictObject({ ...target, forward_backward_input: inputSchema });
export const forwardRequestSchema = z.strictObject({ ...target, forward_input: inputSchema });

export const forwardResultSchema = z.object({
  loss_fn_output_type: optional(z.string()),
  loss_fn_outputs: z.array(z.record(z.string(), looseTensor)).max(MAX_DATA),
  metrics: optional(z.record(z.string(), z.number())),
});

/** @returns The body of `/forward` where nothing is to be learnt, else that of `/forward_backward`. */
export function forwardRequestToJson(
  request: TinkerForwardRequest,
): z.input<typeof forwardRequestSchema> | z.input<typeof forwardBackwardRequestSchema> {
  const { modelId: model_id, sequenceId: seq_id, lossConfig } = request;
  const input = {
    data: request.data.map(({ tokens, lossInputs }, i) => ({
      model_input: modelInputToJson(tokens),
      loss_fn_inputs: tensorsToJson(lossInputs, `data[${i}]`),
    })),
    loss_fn: request.loss,
    ...(lossConfig && { loss_fn_config: lossConfig }),
  };
  return request.forwardOnly
    ? { model_id, seq_id, forward_input: input }
    : { model_id, seq_id, forward_backward_input: input };
}

/**
 * Reads a body of `/forward` or `/forward_backward`; which of them, it says itself.
 *
 * @throws WireError for what does not fit.
 */
export function forwardRequestFromJson(body: unknown): TinkerForwardRequest {
  const forwardOnly = typeof body === 'object' && body !== null && 'forward_input' in body;
  const json = parseBody(forwardOnly ? forwardRequestSchema : forwardBackwardRequestSchema, body);
  const [name, input] =
    'forward_input' in json
      ? ['forward_input', json.forward_input]
      : ['forward_backward_input', json.forward_backward_input];
  const expansion = newExpansion();
  const data = input.data.map(({ model_input, loss_fn_inputs }, i) => ({
    tokens: modelInputFromJson(model_input, `${name}.data[${i}].model_input`),
    lossInputs: tensorsFromJson(loss_fn_inputs, expansion, `${name}.data[${i}].loss_fn_inputs`),
  }));
  const lossConfig = input.loss_fn_config;
  return {
    modelId: json.model_id,
    sequenceId: json.seq_id ?? 0,
    data,
    loss: input.loss_fn,
    forwardOnly,
    ...(lossConfig && { lossConfig }),
  };
}

/** @throws RangeError for a number that JSON cannot say. */
export function forwardResultToJson(result: TinkerForwardResult): z.input<typeof forwardResultSchema> {
  return {
    loss_fn_output_type: result.outputType,
    loss_fn_outputs: result.outputs.map((output, i) => tensorsToJson(output, `outputs[${i}]`)),
    metrics: { ...result.metrics },
  };
}

/** @throws WireError for what does not fit. */
export function forwardResultFromJson(body: unknown): TinkerForwardResult {
  const json = parseBody(forwardResultSchema, body);
  const expansion = newExpansion();
  return {
    outputType: json.loss_fn_output_type ?? 'ArrayRecord',
    outputs: json.loss_fn_outputs.map((output, i) => tensorsFromJson(output, expansion, `loss_fn_outputs[${i}]`)),
    metrics: json.metrics ?? {},
  };
}
