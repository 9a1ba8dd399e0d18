/**
 * The client of gateway.ts, in a process of its own: Chat Completions of `node:http`, and the same bytes sent to a server that answers with as many.
 * Reads a job a line, and answers each with a line once it is done.
 */
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { prompt, RESULT, tool, TURNS } from './gateway-work.js';

/** Conversations to hold, one after the other in each of `lanes`. */
export interface ClientJob {
  readonly kind: 'gateway' | 'echo';
  readonly stream: boolean;
  /** Addresses of sessions, or the server that echoes. */
  readonly targets: readonly { readonly baseURL: string; readonly apiKey: string }[];
  readonly lanes: number;
}

interface Reply {
  readonly text: string;
  readonly events: number;
}

interface Exchange extends Reply {
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });
/** What the last conversations with the gateway sent and got. */
let exchanges: Exchange[] = [];

function post(url: string, body: string, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': length, ...headers } },
      (response) => {
        let [text, events] = ['', 0];
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
          events++;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve({ text, events });
          else reject(new Error(`${response.statusCode}: ${text}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Call {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Chunk {
  readonly choices: readonly { readonly message?: { readonly tool_calls: readonly Call[] }; readonly delta?: Delta }[];
}

interface Delta {
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly function: { readonly name?: string; readonly arguments?: string };
  }[];
}

/** @returns The call of an answer, whole or streamed. */
function callOf(text: string, stream: boolean): Call {
  if (!stream) return (JSON.parse(text) as Chunk).choices[0]!.message!.tool_calls[0]!;
  const call = { id: '', name: '', arguments: '' };
  for (const line of text.split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const piece = (JSON.parse(line.slice(6)) as Chunk).choices[0]?.delta?.tool_calls?.[0];
    call.id += piece?.id ?? '';
    call.name += piece?.function.name ?? '';
    call.arguments += piece?.function.arguments ?? '';
  }
  return { id: call.id, function: call };
}

async function converse({ baseURL, apiKey }: ClientJob['targets'][number], stream: boolean): Promise<void> {
  const messages: object[] = [...prompt];
  const tools = [{ type: 'function', function: tool }];
  for (let turn = 0; turn < TURNS; turn++) {
    const body = JSON.stringify({ model: 'policy', messages, tools, stream });
    const reply = await post(`${baseURL}/chat/completions`, body, { authorization: `Bearer ${apiKey}` });
    exchanges.push({ body, ...reply });
    const { id, function: made } = callOf(reply.text, stream);
    const called = { id, type: 'function', function: { name: made.name, arguments: made.arguments } };
    messages.push({ role: 'assistant', content: null, tool_calls: [called] });
    messages.push({ role: 'tool', tool_call_id: id, content: RESULT });
  }
}

async function run({ kind, stream, targets, lanes }: ClientJob): Promise<object> {
  if (kind === 'gateway') exchanges = [];
  const waiting: (() => Promise<unknown>)[] =
    kind === 'gateway'
      ? targets.map((target) => () => converse(target, stream))
      : exchanges.map(
          ({ body, text, events }) =>
            () =>
              post(targets[0]!.baseURL, body, {
                'x-bytes': String(Buffer.byteLength(text)),
                'x-writes': String(stream ? events : 1),
              }),
        );
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
    }),
  );
  const mean = (of: (exchange: Exchange) => number) =>
    exchanges.reduce((sum, exchange) => sum + of(exchange), 0) / exchanges.length;
  return {
    requestBytes: mean(({ body }) => body.length),
    replyBytes: mean(({ text }) => text.length),
    events: mean(({ events }) => events),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(await run(JSON.parse(line) as ClientJob)));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
