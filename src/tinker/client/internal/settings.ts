import * as z from 'zod';
import { functionOption, MIB, parseOptions } from '../../../base/internal/index.js';
import { retrySchema } from '../../../io/index.js';

/** Waits of 1, 2, 4, 8, 16 and nine times 30 seconds: in all five minutes, or a little less since they are drawn. */
const RETRIES = { retries: 14, delayMs: 1000, maxDelayMs: 30_000 };

export const clientOptionsSchema = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
  apiKey: z.string().min(1).optional(),
  auth: z.enum(['x-api-key', 'bearer']).default('x-api-key'),
  headers: z.record(z.string(), z.string()).default({}),
  wire: z.enum(['auto', 'protobuf', 'json']).default('auto'),
  repeat: z.enum(['safe', 'never']).default('safe'),
  maxSamples: z.int().positive().default(512),
  timeoutMs: z.int().positive().default(120_000),
  maxAnswerBytes: z
    .int()
    .positive()
    .default(256 * MIB),
  retry: retrySchema(RETRIES),
  onMessage: functionOption<(text: string) => void>(() => {}),
});

export type ClientSettings = z.output<typeof clientOptionsSchema>;

/**
 * @returns The options, with their defaults.
 * @throws TypeError or RangeError for bad ones. What headers say may be secret: the message does not repeat it.
 */
export function clientSettings(options: object): ClientSettings {
  const given: { readonly baseUrl?: unknown } = { ...fromEnvironment(options), ...options };
  if (given.baseUrl === undefined)
    throw new TypeError(
      'options.baseUrl: expected an http or https URL, or TINKER_BASE_URL in the environment, got neither',
    );
  const settings = parseOptions(clientOptionsSchema, given);
  const { apiKey = '', headers } = settings;
  const said = {
    apiKey,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`headers.${name}`, value])),
  };
  for (const [name, value] of Object.entries(said))
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new RangeError(
        `options.${name}: expected what fits a header, got a line feed or another character that does not (a key's file may end in one)`,
      );
  return settings;
}

/** Where the official SDK goes by default. */
const HOSTED_URL = 'https://tinker.thinkingmachines.dev/services/tinker-prod';

/**
 * What the official SDK reads of the environment, where the options name no server. A key is not sent to a server that the options
 * name; the hosted service is the default only where there is a key for it.
 */
function fromEnvironment({ baseUrl, apiKey }: { readonly baseUrl?: unknown; readonly apiKey?: unknown }): object {
  if (baseUrl !== undefined || typeof process === 'undefined') return {};
  const { TINKER_BASE_URL: url = '', TINKER_API_KEY: key = '' } = process.env;
  const isKeyed = key !== '' || apiKey !== undefined;
  return {
    ...(url !== '' ? { baseUrl: url } : isKeyed && { baseUrl: HOSTED_URL }),
    ...(key !== '' && apiKey === undefined && { apiKey: key }),
  };
}

/** Whether a request whose answer is lost may be made again. */
export type Repeat = ClientSettings['repeat'];

export const createModelSchema = z.strictObject({
  baseModel: z.string().min(1),
  lora: z
    .strictObject({
      rank: z.int().nonnegative(),
      seed: z.int().optional(),
      trainUnembed: z.boolean().optional(),
      trainMlp: z.boolean().optional(),
      trainAttention: z.boolean().optional(),
    })
    .optional(),
  repeat: z.enum(['safe', 'never']).optional(),
});

export const createSamplerSchema = z
  .strictObject({ baseModel: z.string().min(1).optional(), path: z.string().min(1).optional() })
  .refine(
    ({ baseModel, path }) => (baseModel === undefined) !== (path === undefined),
    'expected either baseModel or path',
  );

/** What a step says of Adam; the server looks at the numbers. */
export const adamSchema = z.strictObject({
  learningRate: z.number().optional(),
  beta1: z.number().optional(),
  beta2: z.number().optional(),
  epsilon: z.number().optional(),
  weightDecay: z.number().optional(),
  maxGradientNorm: z.number().optional(),
});
