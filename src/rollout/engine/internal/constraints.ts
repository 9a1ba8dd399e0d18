import type { GenerateRequest, JsonValue, PolicyCapabilities, TurnConstraint } from '../../../base/index.js';

/** What vLLM and SGLang can be asked for, over all their protocols with tokens. */
export const ENGINE_CAPABILITIES: PolicyCapabilities = { stopTexts: true, forms: true };

/** Parts of a request, by the names that a server has for them. */
type Parameters = Readonly<Record<string, JsonValue>>;

/**
 * vLLM's parameters for a constraint. The text of a stop text stays in the answer, as its tokens do.
 *
 * A server that was started with `--tokens-only` refuses stop texts. One with `--reasoning-parser` applies forms behind the thinking alone, unless
 * `--structured-outputs-config` has `enable_in_reasoning`.
 *
 * @remarks Source: SamplingParams and StructuredOutputsParams of vllm/sampling_params.py; CompletionRequest has the same names.
 */
export function vllmConstraint({ constraint = {} }: GenerateRequest): Parameters {
  const { stopTexts, forms } = constraint;
  return {
    ...(stopTexts === undefined ? {} : { stop: [...stopTexts], include_stop_str_in_output: true }),
    ...(forms === undefined ? {} : { structured_outputs: grammarOf(constraint, 'json', (schema) => schema) }),
  };
}

/**
 * SGLang's parameters for a constraint. `no_stop_trim`, which every request has, keeps the tokens of a stop text.
 *
 * @remarks Source: SamplingParams of python/sglang/srt/sampling/sampling_params.py. Schemas are texts there. Its `llguidance` backend reads no
 *   structural tags of this kind; `xgrammar`, the default, does.
 */
export function sglangConstraint({ constraint = {} }: GenerateRequest): Parameters {
  const { stopTexts, forms } = constraint;
  return {
    ...(stopTexts === undefined ? {} : { stop: [...stopTexts] }),
    ...(forms === undefined ? {} : grammarOf(constraint, 'json_schema', (schema) => JSON.stringify(schema))),
  };
}

/** @returns A schema by its name, where the turn is JSON and nothing else; else a structural tag, which not all grammar backends read. */
function grammarOf(constraint: TurnConstraint, name: string, write: (schema: JsonValue) => JsonValue): Parameters {
  const [form, ...others] = constraint.forms!;
  const isJson = form!.begin === '' && form!.end === '' && others.length === 0 && constraint.formAfter === undefined;
  return isJson ? { [name]: write(form!.schema) } : { structural_tag: JSON.stringify(structuralTag(constraint)) };
}

/** @remarks Source: python/xgrammar/structural_tag.py of XGrammar. */
function structuralTag({ forms = [], formAfter }: TurnConstraint): object {
  const tags = forms.map(({ begin, schema, end }) => {
    const content = { type: 'json_schema', json_schema: schema };
    return begin === '' && end === '' ? content : { type: 'tag', begin, content, end };
  });
  const one = tags.length === 1 ? tags[0]! : { type: 'or', elements: tags };
  const thinking = { type: 'tag', begin: '', content: { type: 'any_text' }, end: formAfter };
  return {
    type: 'structural_tag',
    format: formAfter === undefined ? one : { type: 'sequence', elements: [thinking, one] },
  };
}
