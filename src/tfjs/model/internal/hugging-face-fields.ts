/** The content of a `config.json`. */
export type Json = { readonly [key: string]: unknown };

/** The architectures that are computed, by `model_type`, and the names that transformers gives their classes. */
const ARCHITECTURES = { qwen3: 'Qwen3', qwen2: 'Qwen2', llama: 'Llama' } as const;
type Architecture = keyof typeof ARCHITECTURES;

interface Requirement {
  readonly name: string;
  readonly expected: string | ((type: Architecture) => string);
  readonly fits: (value: unknown, json: Json, type: Architecture) => boolean;
}

const KNOWN_ROPE = 'type default, linear or llama3 with its own numbers, of whole heads';

const isFalse = (value: unknown) => value === false;

/** The supported values of a field. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    name: 'architectures',
    expected: (type) => `${ARCHITECTURES[type]}ForCausalLM or ${ARCHITECTURES[type]}Model`,
    fits: (value, _json, type) =>
      Array.isArray(value) &&
      value.every((name) => name === `${ARCHITECTURES[type]}ForCausalLM` || name === `${ARCHITECTURES[type]}Model`),
  },
  { name: 'hidden_act', expected: '"silu"', fits: (value) => value === 'silu' },
  {
    // Qwen2's bias is in its class; config.json has no field for it.
    name: 'attention_bias',
    expected: 'true or false',
    fits: (value, _json, type) => type === 'qwen2' || typeof value === 'boolean',
  },
  { name: 'mlp_bias', expected: 'false', fits: isFalse },
  { name: 'use_sliding_window', expected: 'false (sliding windows are not computed)', fits: isFalse },
  {
    name: 'layer_types',
    expected: 'full_attention in every layer',
    fits: (value) => Array.isArray(value) && value.every((type) => type === 'full_attention'),
  },
  {
    // Qwen's classes use a window only where `use_sliding_window` says so, which it does not when it is left out.
    name: 'sliding_window',
    expected: 'null (sliding windows are not computed)',
    fits: (_value, json, type) => type !== 'llama' || json['use_sliding_window'] === false,
  },
  { name: 'rope_scaling', expected: `null or ${KNOWN_ROPE}`, fits: isKnownRope },
  { name: 'rope_parameters', expected: KNOWN_ROPE, fits: isKnownRope },
  {
    // Transformers 5 takes this one where a file has both.
    name: 'rope_scaling',
    expected: 'what rope_parameters says',
    fits: (value, { rope_parameters: other }) =>
      (other ?? undefined) === undefined || agree(value as Json, other as Json),
  },
  {
    name: 'rope_theta',
    expected: 'what rope_parameters or rope_scaling says',
    fits: (value, json) => ropesOf(json).every((rope) => (rope['rope_theta'] ?? value) === value),
  },
  { name: 'partial_rotary_factor', expected: '1', fits: (value) => value === 1 },
  // What other families scale, cap or add; these classes of transformers compute without.
  ...eachOf(
    [
      'attn_logit_softcapping',
      'final_logit_softcapping',
      'query_pre_attn_scalar',
      'attention_multiplier',
      'scale_depth',
    ],
    'null',
    () => false,
  ),
  ...eachOf(
    ['embedding_multiplier', 'residual_multiplier', 'logits_scaling', 'logit_scale', 'scale_emb'],
    '1',
    (value) => value === 1,
  ),
  ...eachOf(['attention_out_bias', 'lm_head_bias', 'rope_interleaved'], 'false', isFalse),
  ...eachOf(['num_experts', 'num_local_experts'], '0', (value) => value === 0),
  ...eachOf(
    ['use_qk_norm', 'qk_layernorm'],
    'what the architecture has',
    (value, _json, type) => value === (type === 'qwen3'),
  ),
  ...eachOf(['compression_config', 'quantization_config'], 'null (quantized weights are not read)', () => false),
];

function eachOf(names: readonly string[], expected: string, fits: Requirement['fits']): readonly Requirement[] {
  return names.map((name) => ({ name, expected, fits }));
}

/** @returns The architecture. @throws RangeError naming the first field with an unsupported feature. */
export function checkFields(json: Json): Architecture {
  const type = json['model_type'] ?? undefined;
  if (type === undefined || !Object.hasOwn(ARCHITECTURES, type as string))
    refuse('model_type', `one of ${Object.keys(ARCHITECTURES).join(', ')}`, type);
  for (const { name, expected, fits } of REQUIREMENTS) {
    const value = json[name] ?? undefined;
    if (value !== undefined && !fits(value, json, type as Architecture))
      refuse(name, typeof expected === 'string' ? expected : expected(type as Architecture), value);
  }
  return type as Architecture;
}

function refuse(name: string, expected: string, value: unknown): never {
  throw new RangeError(`config.json: ${name}: expected ${expected}, got ${JSON.stringify(value)}`);
}

function ropeType(value: unknown): unknown {
  const rope = value as Json;
  return rope['rope_type'] ?? rope['type'] ?? 'default';
}

/** The fields of a scaling besides its type. */
const ROPE_NUMBERS = ['factor', 'low_freq_factor', 'high_freq_factor', 'original_max_position_embeddings'] as const;
const ROPE_FIELDS: ReadonlySet<string> = new Set([
  ...ROPE_NUMBERS,
  'rope_type',
  'type',
  'rope_theta',
  'partial_rotary_factor',
]);

/** Parameters by layer type (nested objects) belong to sliding windows; unknown fields are refused, because they may change the computation. */
function isKnownRope(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const rope = value as Json;
  const given = Object.entries(rope).filter(([, entry]) => (entry ?? undefined) !== undefined);
  const isKnown = given.every(([name, entry]) => ROPE_FIELDS.has(name) && typeof entry !== 'object');
  const type = ropeType(rope);
  const isOfOneType = (rope['type'] ?? type) === type;
  const isWhole = (rope['partial_rotary_factor'] ?? 1) === 1;
  return isKnown && isOfOneType && isWhole && (type === 'default' || type === 'linear' || type === 'llama3');
}

/** Whether two scalings are the same: the numbers of a type that has none change nothing. */
function agree(a: Json, b: Json): boolean {
  const type = ropeType(a);
  if (type !== ropeType(b)) return false;
  const isSame = (name: string) => (a[name] ?? undefined) === (b[name] ?? undefined);
  const bases = [a['rope_theta'], b['rope_theta']]
    .map((base) => base ?? undefined)
    .filter((base) => base !== undefined);
  const used = type === 'default' ? [] : type === 'linear' ? ['factor'] : ROPE_NUMBERS;
  return used.every(isSame) && new Set(bases).size < 2;
}

function ropesOf(json: Json): readonly Json[] {
  return [json['rope_scaling'], json['rope_parameters']].filter((rope) => (rope ?? undefined) !== undefined) as Json[];
}
