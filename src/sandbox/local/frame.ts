import type { SandboxCall, SandboxLimits } from '../../base/index.js';

/** @returns A call as the fork server's child reads it: three lengths, then header (JSON), code and standard input. */
export function encodeFrame(call: SandboxCall, limits: SandboxLimits): Buffer {
  const parts = [
    JSON.stringify({ limits, deterministic: call.deterministic ?? false, value: true }),
    call.code,
    call.stdin ?? '',
  ].map((text) => Buffer.from(text, 'utf8'));
  const lengths = Buffer.alloc(4 * parts.length);
  parts.forEach((part, i) => lengths.writeUInt32LE(part.length, 4 * i));
  return Buffer.concat([lengths, ...parts]);
}
