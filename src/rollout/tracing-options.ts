import * as z from 'zod';

/**
 * Options of tracing: spans with OpenTelemetry's names for generative AI, through the optional peer `@opentelemetry/api` and its registered
 * provider.
 */
export interface TracingOptions {
  /**
   * Whether spans contain text: prompts, turns, arguments and results of tools. Default false: only names, counts and results.
   */
  readonly content?: boolean | undefined;
  /** `gen_ai.agent.name`. Optional. */
  readonly agent?: string | undefined;
  /** `gen_ai.request.model`. Optional. */
  readonly model?: string | undefined;
  /** `gen_ai.provider.name`, such as `openai`, or `vllm` for your own engines. Default `rstar2-agent`. */
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
