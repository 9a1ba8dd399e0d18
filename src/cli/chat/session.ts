import { appendFile } from 'node:fs/promises';
import type { Message } from '../../base/index.js';
import { errorMessage, renamedArgument } from '../../base/internal/index.js';
import { createConversation, openAIMessage, openAITool, type Conversation } from '../../rollout/index.js';
import type { ConversationOptions, ConversationReply } from '../../rollout/internal/index.js';
import type { Transcript } from './transcript.js';

/** What a chat is made with. */
export interface SessionOptions extends Required<
  Pick<
    ConversationOptions,
    'policy' | 'tokenizer' | 'chatTemplate' | 'tools' | 'maxTokens' | 'maxTurns' | 'temperature' | 'topP'
  >
> {
  readonly seed: string;
  /** The user's system message. */
  readonly system: string | undefined;
  /** If the template does not describe the tools: text at the end of every system message. */
  readonly toolsText: string | undefined;
}

/** A chat: conversations one after the other, each shown while it goes on. */
export class Session {
  readonly #options: SessionOptions;
  readonly #transcript: Transcript;
  #system: string | undefined;
  #conversation: Conversation;
  #conversations = 0;

  constructor(options: SessionOptions, transcript: Transcript) {
    this.#options = options;
    this.#transcript = transcript;
    this.#system = options.system;
    this.#conversation = this.#open();
  }

  /**
   * Sends a message, shows the reply as it comes, and notes why it ended early.
   *
   * @returns The reply; undefined if it was stopped, or the message could not be sent.
   */
  async say(text: string, signal: AbortSignal): Promise<ConversationReply | undefined> {
    try {
      const reply = await this.#conversation.send(text, { signal });
      this.#transcript.endLine();
      const { maxTokens, maxTurns } = this.#options;
      if (reply.kind === 'failed')
        this.#transcript.failure(`failed: ${reply.cause.message}; this message is not part of the conversation`);
      else if (reply.finishReason === 'length')
        this.#transcript.note(`cut off after ${maxTokens} tokens (--max-tokens), or at the end of the model's context`);
      else if (reply.finishReason === 'max-turns')
        this.#transcript.note(`stopped after ${maxTurns} turns (--max-turns)`);
      return reply;
    } catch (error) {
      if (signal.aborted) this.#transcript.note('stopped; this message is not part of the conversation');
      else {
        const refused = renamedArgument(error, (name) => (name === 'content' ? 'message' : name));
        this.#transcript.failure(`${errorMessage(refused)}; ${this.#wayOut()}`);
      }
      return undefined;
    }
  }

  #wayOut(): string {
    const hasBegun = this.#conversation.messages.some(({ role }) => role !== 'system');
    return hasBegun
      ? '/reset starts a new conversation'
      : 'the system message and the tool descriptions are part of it (/system TEXT, --tools)';
  }

  get messages(): readonly object[] {
    return this.#conversation.messages.map(openAIMessage);
  }

  /** Starts another conversation, with the same system message or another one. */
  async restart(system = this.#system): Promise<void> {
    await this.close();
    this.#system = system === '' ? undefined : system;
    this.#conversation = this.#open();
  }

  /** Appends the conversation to a file, as a line of SFT data. @returns The number of messages. */
  async save(path: string): Promise<number> {
    const { messages } = this;
    if (!this.#conversation.messages.some(({ role }) => role === 'assistant'))
      throw new Error('the conversation has no reply yet');
    const tools = this.#options.tools.map(openAITool);
    await appendFile(path, `${JSON.stringify({ messages, ...(tools.length === 0 ? {} : { tools }) })}\n`);
    return messages.length;
  }

  close(): Promise<void> {
    return this.#conversation.close();
  }

  #open(): Conversation {
    const { policy, tokenizer, chatTemplate, tools, maxTokens, maxTurns, temperature, topP, seed, toolsText } =
      this.#options;
    const system = [this.#system, toolsText].filter((part) => part !== undefined).join('\n\n');
    const prompt: Message[] = system === '' ? [] : [{ role: 'system', content: system }];
    return createConversation({
      ...{ policy, tokenizer, chatTemplate, tools, maxTokens, maxTurns, temperature, topP, prompt },
      seed: `${seed}/${this.#conversations++}`,
      onEvent: (event) => this.#transcript.show(event),
    });
  }
}
