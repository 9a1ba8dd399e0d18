/** The parts of a browser that this package uses, whose types the types of Node do not have. */

/** A `MessagePort`. */
export interface Port {
  onmessage: ((event: PortMessage) => void) | null;
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  close(): void;
}

export interface PortMessage {
  readonly data: unknown;
  readonly ports: readonly Port[];
}

/** A worker of modules. */
export interface WebWorker {
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  terminate(): void;
}

/** A frame, before and after it is part of a page. */
export interface Frame {
  hidden: boolean;
  srcdoc: string;
  onload: (() => void) | null;
  readonly contentWindow: { postMessage(message: unknown, target: string, transfer: readonly unknown[]): void } | null;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

/** Compiled WebAssembly. */
export type WebModule = object;

/** Globals of a page, or of a worker, which has no document. */
export interface WebGlobals {
  readonly document?: {
    readonly baseURI: string;
    readonly documentElement: { append(frame: Frame): void };
    createElement(name: 'iframe'): Frame;
  };
  readonly location: { readonly href: string };
  readonly MessageChannel: new () => { readonly port1: Port; readonly port2: Port };
  readonly Worker: new (url: string, options: { readonly type: 'module' }) => WebWorker;
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<WebModule> };
  addEventListener(type: 'message', listener: (event: PortMessage) => void, options: { readonly once: true }): void;
}

/** @returns The globals of this page or worker. */
export function web(): WebGlobals {
  return globalThis as unknown as WebGlobals;
}
