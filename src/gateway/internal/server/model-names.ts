import * as z from 'zod';

/** Another server, which answers the requests for a model as they are. */
export interface ForwardedModel {
  /**
   * The server's base URL, with `/v1` for OpenAI's dialects and without it for Anthropic's. A missing or extra `/v1` is corrected.
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

/** @returns Who answers requests for a model: the policy, trained, where nothing is said of the name. */
export function findModel(models: GatewayModels, name: string | undefined): GatewayModel {
  if (name === undefined) return 'trained';
  if (Object.hasOwn(models, name)) return models[name]!;
  const [longest] = Object.keys(models)
    .filter((pattern) => pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? 'trained' : models[longest]!;
}

/** @returns The names that clients are told of. */
export function modelIds(models: GatewayModels): readonly string[] {
  const named = Object.keys(models).filter((name) => !name.endsWith('*'));
  return named.length === 0 ? ['policy'] : named;
}

/** The list of models, or one of them, as clients of OpenAI read it. */
export function openAiModel(id: string): object {
  return { id, object: 'model', created: 0, owned_by: 'rstar2-agent' };
}

/** The same for clients of Anthropic. */
export function anthropicModel(id: string): object {
  return { type: 'model', id, display_name: id, created_at: '1970-01-01T00:00:00Z' };
}
