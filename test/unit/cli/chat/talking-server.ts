import { startEngine, type EngineRequest } from '../../rollout/engine-server.js';

/** One reply: its text piece by piece, and what happens in between; a status where it is refused. */
export type Said =
  string | { readonly status: number; readonly message: string } | AsyncIterable<string> | Iterable<string>;

export interface AskedMessage {
  readonly role: string;
  readonly content: string;
}

/** A server that speaks chat text and streams what it is told to say, reply by reply. */
export async function startTalkingServer(say: (messages: readonly AskedMessage[], request: number) => Said) {
  const server = await startEngine({
    'GET /v1/models': { body: { object: 'list', data: [{ id: 'm', object: 'model' }] } },
    'POST /v1/chat/completions': ({ body }: EngineRequest) => {
      const said = say(body['messages'] as readonly AskedMessage[], server.asked('/v1/chat/completions').length - 1);
      if (typeof said === 'object' && 'status' in said)
        return Promise.resolve({ status: said.status, body: { error: { message: said.message } } });
      return Promise.resolve({ stream: events(typeof said === 'string' ? [said] : said) });
    },
  });
  return {
    ...server,
    /** The messages of each request, as `role: content`. */
    conversations: () =>
      server
        .asked('/v1/chat/completions')
        .map((body) => (body['messages'] as AskedMessage[]).map(({ role, content }) => `${role}: ${content}`)),
  };
}

async function* events(pieces: AsyncIterable<string> | Iterable<string>): AsyncIterable<string> {
  const event = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  for await (const content of pieces) yield event({ delta: { content }, finish_reason: null });
  yield event({ delta: {}, finish_reason: 'stop' });
  yield 'data: [DONE]\n\n';
}
