import type { IncomingMessage } from 'node:http';
import { createHash, timingSafeEqual } from './internal/file-system.js';
import { isLoopback } from './loopback.js';
import { HttpError } from './http-error.js';

/**
 * Who may call. A server on loopback needs no token, yet any web page that its user opens can send requests to it: a
 * browser says whose page it is (`Origin`), under which name it came here (`Host`), and does not send JSON to another
 * site without asking first.
 */

/**
 * @throws HttpError 403 for a request of a web page of another site, or under a name that is not this machine's where
 *   nothing but loopback is served.
 */
export function refuseForeignPages(request: IncomingMessage, options: { readonly isLoopbackOnly: boolean }): void {
  const { host = '', origin } = request.headers;
  if (options.isLoopbackOnly && !isLoopback(hostNameOf(host))) {
    throw new HttpError(403, 'Forbidden: this server is reached as localhost only');
  }
  if (origin !== undefined && hostOfOrigin(origin) !== host.toLowerCase()) {
    throw new HttpError(403, 'Forbidden: the request comes from a web page of another site');
  }
}

/** @throws HttpError 415 for anything that is not declared to be JSON: a web page can send the rest unasked. */
export function requireJson(request: IncomingMessage): void {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return;
  throw new HttpError(415, 'Unsupported Media Type: expected content-type: application/json');
}

/**
 * @param header - Another header that may carry the key, by itself.
 * @throws HttpError 401 for a request that does not carry the key, as `Authorization: Bearer …` or in that header.
 */
export function requireKey(request: IncomingMessage, key: string, header?: string): void {
  const { authorization = '' } = request.headers;
  const own = header === undefined ? undefined : request.headers[header];
  // In constant time; the hashes make lengths equal.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digest(authorization), digest(`Bearer ${key}`))) return;
  if (typeof own === 'string' && timingSafeEqual(digest(own), digest(key))) return;
  throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Bearer' });
}

/** @returns The name in a `Host` header, without its port. */
function hostNameOf(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.toLowerCase()) ?? [];
  return bracketed ?? plain ?? '';
}

function hostOfOrigin(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
