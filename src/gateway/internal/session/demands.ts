import type { JsonSchema, JsonValue, TurnConstraint, TurnForm } from '../../../base/index.js';
import { callForm, type ResolvedRolloutOptions } from '../../../rollout/internal/index.js';
import type { ModelRequest } from '../../model-request.js';
import { Refusal } from '../refusal.js';

/** Any JSON object: what is asked where no schema is. */
const OBJECT: JsonSchema = { type: 'object' };

const NAMES = { stop: 'stop texts', toolChoice: 'tool choice', json: 'JSON output' } as const;

/**
 * Reads what a request asks that only some policies can do.
 *
 * A forced call is one call, in the format of the model's template. JSON output beside tools is JSON or one call.
 *
 * @param thinkingEnd - The mark that closes the thinking that the prompt opens; undefined where it opens none, or is not known yet.
 * @returns The constraint of its turn; undefined for one that is drawn freely.
 * @throws Refusal that names what the policy, or the template's format of calls, cannot do.
 */
export function constraintOf(
  { demands: { stop = [], toolChoice, json }, tools }: Pick<ModelRequest, 'demands' | 'tools'>,
  { policy, chatTemplate }: Pick<ResolvedRolloutOptions, 'policy' | 'chatTemplate'>,
  thinkingEnd?: string,
): TurnConstraint | undefined {
  const { capabilities = {} } = policy;
  if (stop.some((text) => text === '')) refuse('stop', 'expected non-empty texts');
  if (stop.length > 0 && capabilities.stopTexts !== true) refuse('stop', 'this policy does not support it');
  const demand = toolChoice !== undefined ? 'toolChoice' : json !== undefined ? 'json' : undefined;
  if (demand === undefined) return stop.length === 0 ? undefined : { stopTexts: stop };
  if (capabilities.forms !== true) refuse(demand, 'this policy does not support it');
  const called = typeof toolChoice === 'object' ? tools.filter(({ name }) => name === toolChoice.name) : tools;
  if (toolChoice !== undefined && called.length === 0) refuse(demand, 'there is no such tool');
  const { toolCallFormat } = chatTemplate;
  const calls = called.map(
    (tool) =>
      callForm(toolCallFormat, tool) ??
      refuse(demand, `calls in the format ${toolCallFormat.name} cannot be forced: their arguments are not JSON`),
  );
  return {
    ...(stop.length === 0 ? {} : { stopTexts: stop }),
    forms: toolChoice === undefined ? [jsonForm(json!.schema), ...calls] : calls,
    ...(thinkingEnd === undefined ? {} : { formAfter: thinkingEnd }),
  };
}

function jsonForm(schema: unknown): TurnForm {
  const isObject = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
  return { begin: '', schema: isObject ? (schema as { readonly [key: string]: JsonValue }) : OBJECT, end: '' };
}

function refuse(demand: keyof typeof NAMES, message: string): never {
  throw new Refusal('invalid-request', `${NAMES[demand]}: ${message}`, { param: demand });
}
