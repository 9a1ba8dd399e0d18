import type { SandboxLimits } from '../../../../base/index.js';

/** The content of a frame. */
export interface FrameContent {
  /** A Python program, or the bytes of a compiled one. */
  readonly program: string | Buffer;
  readonly stdin: string;
  readonly limits: SandboxLimits;
  readonly deterministic: boolean;
  /** Whether to return the value of the last expression. */
  readonly value: boolean;
  /** For a cell of a session: what its interpreter writes at the end of each stream. */
  readonly endMark?: Buffer;
}

const HEADER_BYTES = 52;
export const END_MARK_BYTES = 16;
const FLAGS = { deterministic: 1, value: 2, native: 4, session: 8 } as const;

/**
 * @returns A call as the fork server's child reads it: a header of little-endian numbers (lengths of program and
 *   input, flags, limits) and the end mark, then program and standard input.
 */
export function encodeFrame(content: FrameContent): Buffer {
  const { program, stdin, limits, endMark } = content;
  const programBytes = Buffer.byteLength(program);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + programBytes + Buffer.byteLength(stdin));
  const flags =
    (content.deterministic ? FLAGS.deterministic : 0) |
    (content.value ? FLAGS.value : 0) |
    (typeof program === 'string' ? 0 : FLAGS.native) |
    (endMark === undefined ? 0 : FLAGS.session);
  frame.writeUInt32LE(programBytes, 0);
  frame.writeUInt32LE(frame.length - HEADER_BYTES - programBytes, 4);
  frame.writeUInt32LE(flags, 8);
  frame.writeUInt32LE(Math.ceil(limits.cpuMs / 1000), 12);
  frame.writeBigUInt64LE(BigInt(limits.memoryBytes), 16);
  frame.writeBigUInt64LE(BigInt(limits.fileSizeBytes), 24);
  frame.writeUInt32LE(limits.processes, 32);
  frame.fill(0, 36, HEADER_BYTES);
  endMark?.copy(frame, 36);
  if (typeof program === 'string') frame.write(program, HEADER_BYTES);
  else program.copy(frame, HEADER_BYTES);
  frame.write(stdin, HEADER_BYTES + programBytes);
  return frame;
}
