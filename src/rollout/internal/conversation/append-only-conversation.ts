import { ModelFileError, TAGS, type TemplateDrift, type TemplateMessage } from '../../../base/index.js';
import { innerFormat } from '../../tool-calls/internal/index.js';
import { thinkingOf } from '../../chat-template/internal/index.js';
import { render, type ConversationFormat, type ConversationStart } from './conversation-start.js';
import { encodeGuarded, guardAll, guardAnswer, withoutGuards } from './guarded-text.js';
import { turnMessages, type SampledTurn } from './turn-messages.js';
import { writtenTurn, type WrittenTurn } from './written-turn.js';

/** Stands for a turn's text, to find out what the template writes after it; guarded text cannot hold it. */
const PLACE = '\uFDD0\uFDD3';

/** A mark that opens thinking at the end of a prompt begins within so many characters of it. */
const MARK_REACH = 200;

/**
 * A conversation that grows at its end only: every turn is kept as it was sampled, and what the template puts between it
 * and the next one is all that is encoded.
 *
 * Where the template, rendering the whole conversation, writes what has been so far and then goes on, what it goes on with
 * is taken: the tokens are those of the template, exactly. Where it would write something else (it drops the thinking of
 * earlier turns, or writes a call's JSON in its own way), the past stays as it was sampled, the piece between the turns is
 * the one that it puts after such a turn, and `drift` says so.
 */
export class AppendOnlyConversation {
  /** What was added last. Everything before it hangs on it and is put together on demand, so that copies share it. */
  #last: Extension | undefined;
  /** Whether answers to a turn come through, by their messages; of this conversation and its copies. */
  #read = new Map<string, boolean>();
  #drift: TemplateDrift | undefined;

  constructor(
    private readonly format: ConversationFormat,
    private readonly start: ConversationStart,
  ) {}

  /** @returns The same conversation, to be gone on with apart from this one. */
  copy(): AppendOnlyConversation {
    const copy = new AppendOnlyConversation(this.format, this.start);
    copy.#last = this.#last;
    copy.#read = this.#read;
    copy.#drift = this.#drift;
    return copy;
  }

  /** The first difference between the template's text and the sampled one. */
  get drift(): TemplateDrift | undefined {
    return this.#drift;
  }

  /** The mark that closes the thinking that the template opened before the next turn; undefined if it opened no thinking. */
  get thinkingEnd(): string | undefined {
    const last = this.#last;
    const end =
      last === undefined ? this.start.text : last.turn.text.slice(-MARK_REACH) + (last.turn.end ?? '') + last.between;
    return thinkingOf(this.format.template).openedBy(end);
  }

  get #turns(): number {
    return this.#last?.turns ?? 0;
  }

  /** As the template gets them, guarded. */
  get #messages(): readonly TemplateMessage[] {
    return [...this.start.messages, ...this.#extensions().flatMap(({ message, answers }) => [message, ...answers])];
  }

  /** As the template renders everything so far, guarded, with the turns as they were sampled. */
  get #text(): string {
    const added = this.#extensions().map(({ turn, between }) => turn.text + (turn.end ?? '') + between);
    return this.start.text + added.join('');
  }

  /** Everything so far as it was said, for an engine that takes messages. */
  get messages(): readonly TemplateMessage[] {
    return [...this.start.prompt, ...this.#extensions().flatMap(({ said }) => said)];
  }

  /** @returns `messages` with a turn and the answers to it. */
  withTurn(turn: SampledTurn | WrittenTurn, answers: readonly TemplateMessage[]): readonly TemplateMessage[] {
    return [...this.messages, turnMessages(turn, this.#turns)[0], ...answers];
  }

  /**
   * Writes a turn that is known beforehand, as the model would have at this place.
   *
   * @param follows - The next message, if there is one.
   * @throws ModelFileError where the template refuses it.
   */
  write(message: TemplateMessage, follows: TemplateMessage | undefined): WrittenTurn {
    const [guarded, next] = guardAll([message, follows], this.format.tokenizer);
    return writtenTurn(this.format, this.#messages, guarded, next);
  }

  /**
   * Adds a turn and the answers to it.
   *
   * @param answers - Messages of tools, or of the user.
   * @returns The ids of what stands between the turn, end token included, and the next one.
   * @throws ModelFileError where the template refuses to go on in every way.
   */
  extend(turn: SampledTurn | WrittenTurn, answers: readonly TemplateMessage[]): Int32Array {
    const guarded = answers.map((answer) => ({
      ...answer,
      content: guardAnswer(answer.content, this.format.tokenizer),
    }));
    const past = { messages: this.#messages, text: this.#text };
    const next = this.#exactly(past, turn, guarded) ?? this.#nearly(past, turn, guarded);
    const between = apart(next.between);
    const said = [turnMessages(turn, this.#turns)[0], ...answers];
    this.#last = { ...next, between, turn, said, turns: this.#turns + 1, before: this.#last };
    return encodeGuarded(between, this.format.tokenizer);
  }

  /** From the first to the last. */
  #extensions(): Extension[] {
    const extensions: Extension[] = [];
    for (let at = this.#last; at !== undefined; at = at.before) extensions.push(at);
    return extensions.reverse();
  }

  /** @returns What the template goes on with, where it writes everything so far as it is; else undefined, with the drift noted. */
  #exactly(past: Past, turn: SampledTurn | WrittenTurn, answers: readonly TemplateMessage[]): Continuation | undefined {
    if (this.#drift !== undefined) return undefined;
    const sofar = past.text + turn.text + (turn.end ?? '');
    const written: string[] = [];
    let refusal: string | undefined;
    for (const message of turnMessages(turn, this.#turns)) {
      try {
        if (!this.#reads(message, answers)) continue;
        const whole = this.#render([...past.messages, message, ...answers], true);
        if (whole.startsWith(sofar)) return { message, answers, between: whole.slice(sofar.length) };
        written.push(whole);
      } catch (error) {
        refusal = (error as Error).message;
      }
    }
    const closest = written.reduce<string | undefined>(
      (a, b) => (commonLength(b, sofar) >= commonLength(a ?? '', sofar) ? b : a),
      undefined,
    );
    this.#drift = this.#describe(closest, refusal, { past, sofar });
    return undefined;
  }

  /** @param closest - What the template writes, in the way that comes closest to what has been so far. */
  #describe(
    closest: string | undefined,
    refusal: string | undefined,
    { past, sofar }: { readonly past: Past; readonly sofar: string },
  ): TemplateDrift {
    const turn = this.#turns;
    if (closest === undefined)
      return { kind: 'refused', turn, reason: refusal ?? 'the template leaves out the answers' };
    const common = commonLength(closest, sofar);
    const [written, kept] = [closest, sofar].map((text) =>
      JSON.stringify(withoutGuards(text.slice(common, common + 40))),
    );
    const kind = common < past.text.length ? 'past' : 'turn';
    return { kind, turn, reason: `the template writes ${written} for ${kept}` };
  }

  /** What the template puts after such a turn, whatever it makes of the turn itself. */
  #nearly(past: Past, turn: SampledTurn | WrittenTurn, answers: readonly TemplateMessage[]): Continuation {
    const asUser = [{ role: 'user' as const, content: inUserMessage(answers) }];
    const histories = [past.messages, this.start.messages];
    let refusal: unknown;
    for (const read of answers.every(({ role }) => role === 'user') ? [answers] : [answers, asUser])
      for (const message of turnMessages(turn, this.#turns))
        for (const history of histories)
          try {
            if (!this.#reads(message, read)) continue;
            const between = this.#after(history, message, read, turn.end);
            if (between !== undefined) return { message, answers: read, between };
          } catch (error) {
            refusal = error;
          }
    if (refusal instanceof Error) throw refusal;
    throw new ModelFileError(`${this.format.template.name}: the chat template cannot continue after a turn`);
  }

  /** @returns What follows the assistant's message and the token that ended it; undefined where it cannot be separated. */
  #after(
    history: readonly TemplateMessage[],
    message: TemplateMessage,
    answers: readonly TemplateMessage[],
    end: string | undefined,
  ): string | undefined {
    if (message.toolCalls === undefined) {
      const whole = this.#render([...history, { ...message, content: PLACE }, ...answers], true);
      const at = whole.lastIndexOf(PLACE);
      return at < 0 ? undefined : this.#withoutEnd(whole.slice(at + PLACE.length), end);
    }
    const turn = this.#render([...history, message], false);
    const whole = this.#render([...history, message, ...answers], true);
    if (!whole.startsWith(turn)) return undefined;
    const last = Math.max(...this.format.template.endTokens.map((token) => turn.lastIndexOf(token)));
    if (last < this.#render(history, false).length) return undefined;
    return this.#withoutEnd(whole.slice(last), end);
  }

  /** The token that ends a turn was sampled; a template that would have written another one does not write it again. */
  #withoutEnd(text: string, end: string | undefined): string {
    if (end === undefined) return text;
    const { endTokens, toolCallFormat } = this.format.template;
    const ends = [...endTokens, ...(innerFormat(toolCallFormat).messageEnds ?? [])];
    const written = ends.find((token) => text.startsWith(token));
    return written === undefined ? text : text.slice(written.length);
  }

  /** Some templates leave out a tool's answer to a message without calls: it must come through. */
  #reads(message: TemplateMessage, answers: readonly TemplateMessage[]): boolean {
    const key = `${typeof message.toolCalls?.[0]?.arguments} ${answers.map(({ role }) => role).join()}`;
    let reads = this.#read.get(key);
    if (reads === undefined) {
      const marked = answers.map((answer) => ({ ...answer, content: PLACE }));
      const prompt = this.start.messages;
      const text = this.#render([...prompt, message, ...marked], true);
      reads = text.split(PLACE).length > answers.length;
      this.#read.set(key, reads);
    }
    return reads;
  }

  #render(messages: readonly TemplateMessage[], addGenerationPrompt: boolean): string {
    return render(this.format, messages, addGenerationPrompt);
  }
}

/** Everything before a turn. */
interface Past {
  readonly messages: readonly TemplateMessage[];
  readonly text: string;
}

/** How the template goes on with a turn and the answers to it, guarded. */
interface Continuation {
  readonly message: TemplateMessage;
  readonly answers: readonly TemplateMessage[];
  readonly between: string;
}

/** A turn and the answers to it, behind everything before. */
interface Extension extends Continuation {
  readonly before: Extension | undefined;
  readonly turn: SampledTurn | WrittenTurn;
  /** The turn and the answers as they were said. */
  readonly said: readonly TemplateMessage[];
  /** How many turns there are up to and with it. */
  readonly turns: number;
}

/** @returns The same text, which does not hold the longer one in memory that it was cut out of. */
function apart(text: string): string {
  return ` ${text}`.slice(1);
}

/** For a template without a role for tools: their answers in a message of the user, as Qwen's own template has them. */
function inUserMessage(answers: readonly TemplateMessage[]): string {
  return answers
    .map(({ role, content }) =>
      role === 'tool' ? `${TAGS.toolResponseStart}\n${content}\n${TAGS.toolResponseEnd}` : content,
    )
    .join('\n');
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
