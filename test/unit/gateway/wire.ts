import type { ClientAddress } from '../../../src/gateway/index.js';

/** How a request of each dialect is sent by hand, and what its answer is read for. */
export const WIRE = {
  'chat/completions': {
    path: '/chat/completions',
    body: (text: string) => ({ model: 'm', messages: [{ role: 'user', content: text }] }),
    textOf: (answer: unknown) =>
      (answer as { choices: { message: { content: string } }[] }).choices[0]!.message.content,
  },
  responses: {
    path: '/responses',
    body: (text: string) => ({ model: 'm', input: text }),
    textOf: (answer: unknown) => (answer as { output: { content: { text: string }[] }[] }).output[0]!.content[0]!.text,
  },
  messages: {
    path: '/messages',
    body: (text: string) => ({ model: 'm', max_tokens: 1000, messages: [{ role: 'user', content: text }] }),
    textOf: (answer: unknown) => (answer as { content: { text: string }[] }).content[0]!.text,
  },
} as const;

export type DialectName = keyof typeof WIRE;
export const DIALECTS = Object.keys(WIRE) as DialectName[];

/** The message of an error; every dialect has it in the same place. */
export const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { message: string; type: string } }).error;

interface AskOptions {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly [member: string]: unknown;
}

/** Sends a request. Members beside `headers` and `signal` are added to its body. */
export function ask(
  { baseURL, apiKey }: ClientAddress,
  dialect: DialectName,
  text: string,
  { headers, signal, ...members }: AskOptions = {},
): Promise<Response> {
  const { path, body } = WIRE[dialect];
  return fetch(`${baseURL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...headers },
    body: JSON.stringify({ ...body(text), ...members }),
    ...(signal === undefined ? {} : { signal }),
  });
}
