import { LEAST, type Attack } from './scene.js';

/** What the other server of a model may do; the names of the models are below `lie-`. */
export const LIES = {
  'no HTTP': (write: (bytes: string) => void) => write('220 smtp.example ready\r\n'),
  'no answer': (_: (bytes: string) => void, close: () => void) => close(),
  'half an answer': (write: (bytes: string) => void, close: () => void) => {
    write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"id":');
    setTimeout(close, 20);
  },
  'a head of a megabyte': (write: (bytes: string) => void) => write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1e6)}\r\n\r\n`),
  'a status that is none': (write: (bytes: string) => void) => write('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'),
  'another protocol': (write: (bytes: string) => void) =>
    write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  'the way elsewhere': (write: (bytes: string) => void) =>
    write('HTTP/1.1 307 Go\r\nLocation: http://evil.example/\r\nContent-Length: 0\r\n\r\n'),
} as const;

/** A model of another server that lies. */
export const ATTACKS: readonly Attack[] = [
  ...Object.keys(LIES).map((name): Attack => ({
    name: `a model whose server gives ${name}`,
    run: async ({ gateway, session }) => {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${session.openai.apiKey}` },
        body: JSON.stringify({ ...LEAST['chat/completions']!('Hi'), model: `lie-${name}` }),
      });
      await response.arrayBuffer().catch(() => undefined);
      return response.status;
    },
    statuses: [200, 307, 503, 999],
  })),
];
