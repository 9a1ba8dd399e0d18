import type { SandboxCall, SandboxLimits } from '../../base/index.js';

const HEADER_BYTES = 36;
const DETERMINISTIC = 1;
const SHOW_VALUE = 2;

/**
 * @returns A call as the fork server's child reads it: a header of little-endian numbers (lengths of code and input,
 *   flags, limits), then code and standard input in UTF-8.
 */
export function encodeFrame(call: SandboxCall, limits: SandboxLimits): Buffer {
  const codeBytes = Buffer.byteLength(call.code);
  const stdin = call.stdin ?? '';
  const frame = Buffer.allocUnsafe(HEADER_BYTES + codeBytes + Buffer.byteLength(stdin));
  frame.writeUInt32LE(codeBytes, 0);
  frame.writeUInt32LE(frame.length - HEADER_BYTES - codeBytes, 4);
  frame.writeUInt32LE((call.deterministic === true ? DETERMINISTIC : 0) | SHOW_VALUE, 8);
  frame.writeUInt32LE(Math.ceil(limits.cpuMs / 1000), 12);
  frame.writeBigUInt64LE(BigInt(limits.memoryBytes), 16);
  frame.writeBigUInt64LE(BigInt(limits.fileSizeBytes), 24);
  frame.writeUInt32LE(limits.processes, 32);
  frame.write(call.code, HEADER_BYTES);
  frame.write(stdin, HEADER_BYTES + codeBytes);
  return frame;
}
