/** What a `config.json` holds. */
export type Json = { readonly [key: string]: unknown };

/** The architectures that are computed, by `model_type`, and the names that transformers gives their classes. */
const ARCHITECTURES = { qwen3: 'Qwen3', qwen2: 'Qwen2', llama: 'Llama' } as const;
type Architecture = keyof typeof ARCHITECTURES;

interface Requirement {
  readonly name: string;
  readonly expected: string | ((type: Architecture) => string);
  readonly fits: (value: unknown, json: Json, type: Architecture) => boolean;
}

const isFalse = (value: unknown) => value === false;

/** What a field may say, and what else it says of models that are not computed here. */
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
    // Qwen2's bias is in its class; the field is none of its own.
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
  { name: 'rope_scaling', expected: 'null or type default, linear or llama3', fits: isKnownRope },
  { name: 'rope_parameters', expected: 'type default, linear or llama3', fits: isKnownRope },
  {
    name: 'rope_scaling',
    expected: 'what rope_parameters says',
    fits: (value, { rope_parameters: other }) =>
      (other ?? undefined) === undefined || ropeType(value) === ropeType(other),
  },
  { name: 'partial_rotary_factor', expected: '1', fits: (value) => value === 1 },
  { name: 'quantization_config', expected: 'null (quantized weights are not read)', fits: () => false },
];

/** @returns The architecture. @throws RangeError naming the first field that asks for what is not computed. */
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

/** Parameters by layer type (nested objects) belong to sliding windows. */
function isKnownRope(value: unknown): boolean {
  const type = ropeType(value);
  const isFlat = Object.values(value as Json).every((entry) => typeof entry !== 'object' || entry === null);
  return isFlat && (type === 'default' || type === 'linear' || type === 'llama3');
}
