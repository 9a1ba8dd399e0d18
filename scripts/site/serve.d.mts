/** Serves a folder as a static host does. `sent`: bytes of bodies by path, as they went over the wire. */
export function serveFolder(folder: string): Promise<{
  readonly origin: string;
  readonly sent: ReadonlyMap<string, number>;
  close(): Promise<void>;
}>;
