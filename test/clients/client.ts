import type { Served } from './session.js';

/** An answer as a client gives it to its user. */
export interface Seen {
  /** '' where there is none. */
  readonly reasoning: string;
  readonly content: string;
  readonly calls: readonly SeenCall[];
  /** The client's own word. */
  readonly finish: string | null | undefined;
}

export interface SeenCall {
  readonly id: string;
  readonly name: string;
  /** Parsed where the client parses them, else the text. */
  readonly arguments: unknown;
}

export interface StreamOptions {
  /** Receives the text so far, whenever the client has more. */
  readonly onText?: (content: string) => void;
  readonly signal?: AbortSignal;
}

/** One way in which a user's code asks a model, with a client library as it is. Every request has the tools `add` and `look`. */
export interface Client {
  readonly name: string;
  /** Its words for an answer that ended, one with calls. */
  readonly finish: readonly [stop: string, calls: string];
  /** What a call whose arguments do not parse has instead: `text` is what the model wrote. */
  readonly unparsed: (text: string, isStreamed: boolean) => unknown;
  /** Set where the library has no place for reasoning: its user sees none. */
  readonly hidesReasoning?: true;
  /** Set where the library sends what a tool threw as any other result, and says nowhere that it is an error. */
  readonly hidesFailures?: true;
  ask(served: Served, prompt: string): Promise<Seen>;
  stream(served: Served, prompt: string, options?: StreamOptions): Promise<Seen>;
  /** Runs the tools until an answer has no calls, by the library's own loop where it has one. @returns The last answer's text. */
  loop(served: Served, prompt: string, isStreamed: boolean): Promise<string>;
}

/** The tools that every client offers, in the words of each. */
export const ADD = { name: 'add', description: 'Adds two numbers.' } as const;
export const LOOK = { name: 'look', description: 'Says what is at a place.' } as const;

export const ADD_SCHEMA = {
  type: 'object' as const,
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
};
export const LOOK_SCHEMA = {
  type: 'object' as const,
  properties: { place: { type: 'string' } },
  required: ['place'],
  additionalProperties: false,
};

/** What `add` does. Sums above 100 are too much for it. */
export function add({ a, b }: { readonly a: number; readonly b: number }): string {
  if (a + b > 100) throw new Error('too large');
  return JSON.stringify({ sum: a + b });
}

/** What `look` does. */
export function look({ place }: { readonly place: string }): string {
  return `${place}: ☀️ 21 °C`;
}

/** Runs a tool by its name, as agents without a tool runner do: what it throws is told to the model. */
export function runTool(name: string, args: string): string {
  try {
    const values = JSON.parse(args) as never;
    if (name === ADD.name) return add(values);
    if (name === LOOK.name) return look(values);
    return `Error: no tool ${name}`;
  } catch (error) {
    return `Error: ${(error as Error).message}`;
  }
}

/** @returns What JSON text says; the text itself where it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
