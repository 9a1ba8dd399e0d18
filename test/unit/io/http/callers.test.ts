import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkKey, refuseForeignPages, requireKey } from '../../../../src/io/index.js';

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;

describe('who may call a server', () => {
  const refuses = (headers: Record<string, string>, isLoopbackOnly = true) => {
    try {
      refuseForeignPages(request(headers), { isLoopbackOnly });
      return false;
    } catch (error) {
      expect(error).toMatchObject({ status: 403 });
      return true;
    }
  };

  it('are programs, and pages of the server itself', () => {
    expect(refuses({ host: 'localhost:8000' })).toBe(false);
    expect(refuses({ host: '[::1]:8000' })).toBe(false);
    expect(refuses({ host: 'localhost:8000', origin: 'http://localhost:8000', 'sec-fetch-site': 'same-origin' })).toBe(
      false,
    );
    expect(refuses({ host: 'localhost:8000', 'sec-fetch-site': 'none' })).toBe(false);
  });

  it('are no pages of another site, whichever header says so', () => {
    expect(refuses({ host: 'localhost:8000', origin: 'http://localhost:3000' })).toBe(true);
    expect(refuses({ host: 'localhost:8000', origin: 'null' })).toBe(true);
    // An image or a script of a page is asked for without an origin.
    expect(refuses({ host: 'localhost:8000', 'sec-fetch-site': 'cross-site' })).toBe(true);
    expect(refuses({ host: 'localhost:8000', 'sec-fetch-site': 'same-site' })).toBe(true);
  });

  it('come to a server of this machine by one of its names, and say which', () => {
    expect(refuses({ host: 'evil.example' })).toBe(true);
    expect(refuses({ host: '' })).toBe(true);
    expect(refuses({})).toBe(true);
    expect(refuses({ host: 'trainer.example' }, false)).toBe(false);
  });

  it('are no files, which have no host as a request without one has none', () => {
    expect(refuses({ host: '', origin: 'file:///' }, false)).toBe(true);
  });

  it.each(['Bearer', 'bearer', 'BEARER'])('have the key, under a scheme that may be written %s', (scheme) => {
    const sent = (authorization: string) => () => requireKey(request({ authorization }), 'the key');
    expect(sent(`${scheme} the key`)).not.toThrow();
    expect(sent(`${scheme} The Key`)).toThrow('Not authenticated');
    expect(sent(`${scheme}the key`)).toThrow('Not authenticated');
    expect(sent(`Basic the key`)).toThrow('Not authenticated');
    expect(sent('the key')).toThrow('Not authenticated');
  });

  it('may have it in the header that the server names', () => {
    const sent = (headers: Record<string, string>) => () => requireKey(request(headers), 'key', 'x-api-key');
    expect(sent({ 'x-api-key': 'key' })).not.toThrow();
    expect(sent({ 'x-api-key': 'other' })).toThrow('Not authenticated');
    expect(sent({})).toThrow('Not authenticated');
  });

  it.each(['a key', 'tml-4f1c', 'clé', '~'])('may have a key that a header can carry: %j', (key) => {
    expect(() => checkKey(key, 'options.key')).not.toThrow();
  });

  it.each(['', 'line\nfeed', ' key', 'key ', 'ключ', 'key\0', '密'])(
    'cannot have one that no header can carry: %j',
    (key) => {
      expect(() => checkKey(key, 'options.key')).toThrow('options.key: expected what fits an HTTP header, got');
      expect(() => checkKey(key, 'options.key')).toThrow(RangeError);
    },
  );
});
