import type { IncomingMessage } from 'node:http';
import { argumentError } from '../../base/internal/index.js';
import { createHash, timingSafeEqual } from '../internal/file-system.js';
import { HttpError } from './http-answers.js';

/**
 * Who may call. A server on loopback needs no token, yet any web page that its user opens can send requests to it: a
 * browser says whose page it is (`Origin`; for an image or a script `Sec-Fetch-Site` alone), under which name it came here
 * (`Host`), and does not send JSON to another site without asking first.
 */

/** Values of `Sec-Fetch-Site` for the server's own pages, and for an address that the user typed. */
const OWN_SITES = ['same-origin', 'none'];

/**
 * @throws HttpError 403 for a request of a web page of another site, or under a name that is not this machine's where
 *   nothing but loopback is served.
 */
export function refuseForeignPages(request: IncomingMessage, options: { readonly isLoopbackOnly: boolean }): void {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (options.isLoopbackOnly && !isLoopback(hostNameOf(host))) {
    throw new HttpError(403, 'Forbidden: this server must be called as localhost');
  }
  const isForeign = origin !== undefined && hostOfOrigin(origin) !== host.toLowerCase();
  if (isForeign || !OWN_SITES.includes(String(site))) {
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
 * @param keys - One key, or several.
 * @param header - Another header that may carry a key, by itself.
 * @returns The place among them of the key that a request carries.
 * @throws HttpError 401 for a request that carries none of them, as `Authorization: Bearer …` or in that header.
 */
export function requireKey(request: IncomingMessage, keys: string | readonly string[], header?: string): number {
  const { authorization = '' } = request.headers;
  const own = header === undefined ? undefined : request.headers[header];
  // The scheme is read in either case (RFC 9110, §11.1).
  const [, bearer] = /^bearer +(.*)$/i.exec(authorization) ?? [];
  // In constant time; the hashes make lengths equal.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const sent = [bearer, own].filter((text) => typeof text === 'string').map(digest);
  const place = [keys].flat().findIndex((key) => sent.some((one) => timingSafeEqual(one, digest(key))));
  if (place >= 0) return place;
  throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Bearer' });
}

/** What arrives in a header as it was sent: Latin-1 without control characters, and no space at its ends. */
const HEADER_VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

/**
 * Checks a key when a server starts: no caller could send one that fits no header.
 *
 * @param path - Where it stands in the server's options. The message does not repeat the key.
 * @throws RangeError (`options.key: expected what fits an HTTP header, …`).
 */
export function checkKey(key: string, path: string): void {
  if (HEADER_VALUE.test(key)) return;
  throw argumentError(
    RangeError,
    path,
    'expected what fits an HTTP header, got a line feed, a space at its end, or another character that does not',
  );
}

/** @returns The name in a `Host` header, without its port. */
function hostNameOf(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.toLowerCase()) ?? [];
  return bracketed ?? plain ?? '';
}

/** @returns Undefined where an origin has none: a file's is no server's, nor that of a request without a `Host`. */
function hostOfOrigin(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host || undefined : undefined;
}

/** @returns Whether only this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
