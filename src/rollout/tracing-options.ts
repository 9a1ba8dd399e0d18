import * as z from 'zod';

/**
 * How rollouts are traced: spans by OpenTelemetry's names for generative AI, through the optional peer `@opentelemetry/api` and
 * whatever provider is registered with it.
 */
export interface TracingOptions {
  /**
   * Whether spans have what was said: prompts, turns, arguments and results of tools. Default false: only names, counts and how it
   * ended.
   */
  readonly content?: boolean | undefined;
  /** `gen_ai.agent.name`; default none. */
  readonly agent?: string | undefined;
  /** `gen_ai.request.model`; default none. */
  readonly model?: string | undefined;
  /** `gen_ai.provider.name`, such as `openai`; of engines of one's own, such as `vllm`. Default `rstar2-agent`. */
  readonly provider?: string | undefined;
}

export const tracingSchema = z.strictObject({
  content: z.boolean().default(false),
  agent: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  provider: z.string().min(1).default('rstar2-agent'),
});

/** The same with its defaults. */
export type ResolvedTracing = z.output<typeof tracingSchema>;
