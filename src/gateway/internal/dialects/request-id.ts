/** @returns A new name for a request, as the services of both makers form it: their SDKs show it to users. */
export function newRequestId(): string {
  return `req_${globalThis.crypto.randomUUID().replaceAll('-', '')}`;
}
