import * as z from 'zod';

/** Another server, to which requests for a model are forwarded unchanged. */
export interface ForwardedModel {
  /**
   * The server's base URL, with `/v1` for OpenAI's dialects and without it for Anthropic's. For Anthropic's dialect, a missing or extra `/v1` is
   * corrected. For OpenAI's dialects, `/v1` is added only to a URL without a path.
   */
  readonly baseUrl: string;
  /** Its key. The session's key is never forwarded. Default: no key. */
  readonly apiKey?: string | undefined;
  /** The model's name there. Default: the name that the request gives. */
  readonly model?: string | undefined;
  /** Headers of every request; they replace those of the client. Default: no headers. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/**
 * What answers requests for a model: the policy with training (`trained`), the policy without training and without a place in the rollout
 * (`untrained`), or another server.
 */
export type GatewayModel = 'trained' | 'untrained' | ForwardedModel;

/** What answers requests, by model name. A `*` at the end of a name matches any suffix; the longest match wins. Default: the policy, trained. */
export type GatewayModels = { readonly [name: string]: GatewayModel };

export const modelsSchema = z.record(
  z.string().min(1),
  z.union([
    z.enum(['trained', 'untrained']),
    z.strictObject({
      baseUrl: z.url({ protocol: /^https?$/ }),
      apiKey: z.string().min(1).optional(),
      model: z.string().min(1).optional(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
  ]),
);
