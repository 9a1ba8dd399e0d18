import type { MessagePort, Worker } from 'node:worker_threads';
import { LearnerError } from '../../../../base/index.js';
import { receiveFailure, sendFailure, type SentFailure } from '../../../../io/index.js';

/** Describes an object that stays in its thread to the thread that calls it. */
export interface SentObject {
  readonly object: number;
  readonly methods: readonly string[];
  /** Its members that are no functions. */
  readonly values: object;
}

/** A call of a method of such an object. Its arguments are copied; so is the result, unless it has methods itself. */
export interface ObjectCall {
  readonly kind: 'call';
  readonly call: number;
  readonly object: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** The result or failure of a call. */
export type ObjectAnswer = { readonly kind: 'answer'; readonly call: number } & (
  { readonly value: unknown } | { readonly made: SentObject } | { readonly failure: SentFailure }
);

/** Either end of the line between two threads. */
type Port = Pick<MessagePort | Worker, 'postMessage'>;
type Methods = { readonly [method: string]: (...args: readonly unknown[]) => unknown };

/** Bytes that their sender has no more use for. */
const moved = new WeakSet<ArrayBufferLike>();

/** Has bytes moved to the other thread by the next message that carries them, not copied: they are empty here then. */
export function move<T extends Uint8Array>(bytes: T): T {
  if (bytes.byteLength > 0) moved.add(bytes.buffer);
  return bytes;
}

/** @returns The memory of the moved bytes among some values and their members. */
function movedIn(values: readonly unknown[]): ArrayBuffer[] {
  const members = values.flatMap((value) =>
    typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
      ? (Object.values(value) as unknown[])
      : [value],
  );
  const buffers = members.flatMap((one) => (one instanceof Uint8Array && moved.has(one.buffer) ? [one.buffer] : []));
  return [...new Set(buffers)] as ArrayBuffer[];
}

/** The objects of this thread that another one uses. */
export class ServedObjects {
  readonly #objects = new Map<number, Methods>();
  #count = 0;
  #isClosed = false;

  /** @returns What the other thread must know to call it. It may do so until it calls `close`. */
  add(object: object): SentObject {
    const members = Object.entries(object) as [string, unknown][];
    const [methods, values] = [true, false].map((isMethod) =>
      members.filter(([, member]) => (typeof member === 'function') === isMethod),
    ) as [typeof members, typeof members];
    const id = this.#count++;
    this.#objects.set(id, object as Methods);
    return { object: id, methods: methods.map(([name]) => name), values: Object.fromEntries(values) };
  }

  /** Takes an object back: calls of it fail from now on. */
  remove({ object }: SentObject): void {
    this.#objects.delete(object);
  }

  /** Makes a call and sends its answer. Never rejects. */
  async answer({ call, object, method, args }: ObjectCall, port: Port): Promise<void> {
    const send = (answer: ObjectAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);
    try {
      const target = this.#objects.get(object);
      if (target === undefined) throw new LearnerError('it was closed');
      if (method === 'close') this.#objects.delete(object);
      const value = await target[method]!(...args);
      if (this.#isClosed && hasMethods(value)) await (value as Methods)['close']?.();
      else if (hasMethods(value)) send({ kind: 'answer', call, made: this.add(value) });
      else send({ kind: 'answer', call, value }, movedIn([value]));
    } catch (error) {
      send({ kind: 'answer', call, failure: sendFailure(error) });
    }
  }

  /** Closes what the other thread has left, and what is being made for it. Rejects with the failures, once all were tried. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const left = [...this.#objects.values()].filter((object) => 'close' in object);
    this.#objects.clear();
    await Promise.all(left.map((object) => object['close']!()));
  }
}

function hasMethods(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => typeof one === 'function');
}

/** The objects of another thread, used from this one. */
export class RemoteObjects {
  readonly #calls = new Map<
    number,
    { readonly receive: (answer: ObjectAnswer) => void; readonly reject: (error: Error) => void }
  >();
  #count = 0;

  constructor(private readonly port: Port) {}

  /** @returns A stand-in for the object: its methods return promises, whatever they return there. */
  use<T extends object>({ object, methods, values }: SentObject): T {
    const calls = methods.map((method) => [method, (...args: readonly unknown[]) => this.#call(object, method, args)]);
    return { ...values, ...(Object.fromEntries(calls) as Methods) } as T;
  }

  receive(answer: ObjectAnswer): void {
    this.#calls.get(answer.call)?.receive(answer);
    this.#calls.delete(answer.call);
  }

  /** Rejects the calls that have no answer yet. */
  fail(error: Error): void {
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }

  #call(object: number, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call = this.#count++;
      const receive = (answer: ObjectAnswer): void => {
        if ('failure' in answer) reject(receiveFailure(answer.failure));
        else resolve('made' in answer ? this.use(answer.made) : answer.value);
      };
      this.#calls.set(call, { receive, reject });
      const message: ObjectCall = { kind: 'call', call, object, method, args };
      this.port.postMessage(message, movedIn(args));
    });
  }
}
