/** The memory of gateway.ts, in a process of its own: sessions that all wait for their last turn. Prints the most memory that the process had, in bytes. */
import { Session } from '../src/gateway/internal/session/session.js';
import { rolloutOptionsSchema } from '../src/rollout/rollout-options.js';
import { callingPolicy, textOf, tokenizer, tool, TURNS } from './gateway-work.js';

const [sessions, tokens] = process.argv.slice(2).map(Number) as [number, number];
const DRAWN = 300;
const read = tokens / TURNS - DRAWN;

let [waiting, go]: [number, () => void] = [0, () => {}];
const calling = callingPolicy(() => DRAWN);
let gate = new Promise<void>((resolve) => (go = resolve));
const options = rolloutOptionsSchema.parse({
  tokenizer,
  maxTokens: 2 * tokens,
  seed: 's',
  policy: {
    // All turns of a round are drawn at once.
    async generate(...call: Parameters<typeof calling.generate>) {
      if (++waiting === sessions) go();
      await gate;
      return await calling.generate(...call);
    },
  },
});

async function converse(index: number): Promise<number> {
  const id = String(index);
  const plan = {
    id,
    groupId: 'g',
    seed: id,
    sessionId: id,
    maxTurns: TURNS,
    maxTokens: 2 * tokens,
    metadata: undefined,
  };
  const context = { options, isToolError: undefined, maxConcurrent: 32, normalize: undefined, now: Date.now };
  const session = new Session(plan, context);
  held.push(session);
  const messages: object[] = [{ role: 'user', content: textOf(read, index) }];
  for (let turn = 0; turn < TURNS; turn++) {
    // Over HTTP every request has texts of its own.
    const sent = JSON.parse(JSON.stringify({ messages, tools: [tool] })) as Pick<
      Parameters<Session['ask']>[0],
      'messages' | 'tools'
    >;
    const rest = { n: 1, logprobs: false, demands: {}, ignored: [], store: true, retry: { count: 0 } };
    const { answer, delivered } = await session.ask({ ...sent, ...rest });
    delivered();
    messages.push({ role: 'assistant', content: answer.content, calls: answer.calls });
    messages.push({ role: 'tool', callId: answer.calls[0]!.id, content: textOf(read, index + turn) });
    await endOfRound();
  }
  return session.account().drawn.at(-1)!.promptTokens;
}

const held: Session[] = [];
let [ended, next]: [number, () => void] = [0, () => {}];
let round = new Promise<void>((resolve) => (next = resolve));

async function endOfRound(): Promise<void> {
  const own = round;
  if (++ended === sessions) {
    [ended, waiting] = [0, 0];
    const start = next;
    gate = new Promise<void>((resolve) => (go = resolve));
    round = new Promise<void>((resolve) => (next = resolve));
    start();
  }
  await own;
}

const lengths = await Promise.all(Array.from({ length: sessions }, (_, index) => converse(index)));
console.log(
  JSON.stringify({
    maxRss: process.resourceUsage().maxRSS * 1024,
    tokens: Math.min(...lengths) + DRAWN,
    held: held.length,
  }),
);
