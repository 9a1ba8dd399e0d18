import * as z from 'zod';

/** Another server, which answers the requests for a model as they are. */
export interface ForwardedModel {
  /**
   * The server's base URL, with `/v1` for OpenAI's dialects and without it for Anthropic's. For Anthropic's dialect, a missing or extra `/v1` is
   * corrected. For OpenAI's dialects, `/v1` is added only to a URL without a path.
   */
  readonly baseUrl: string;
  /** Its key: the session's never leaves the gateway. Default: none. */
  readonly apiKey?: string | undefined;
  /** The model's name there. Default: the name that the request gives. */
  readonly model?: string | undefined;
  /** Sent with every request, over what the client sends. Default: none. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/**
 * Who answers requests for a model: the policy, whose turns are trained on (`trained`) or are not and are in no rollout (`untrained`); or another
 * server.
 */
export type GatewayModel = 'trained' | 'untrained' | ForwardedModel;

/** Who answers, by the names that requests give. A `*` at the end of a name matches any suffix; the longest match wins. Default: the policy, trained. */
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
