// A hub that lies about what it has, or a cache that somebody else has written to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchSnapshot } from '../../../src/io/hub/hub-cache.js';
import { hubFetch } from '../../../src/io/hub/internal/hub-fetch.js';
import { COMMIT, sums } from '../../unit/io/hub/hub-server.js';
import type { HostileCase } from '../hostile-models/hostile-case.js';

const FILE = /^ModelFileError: [^]{1,600}$/;
const content = Buffer.from('x'.repeat(5000));
const { oid, size } = sums({ content, lfs: false });
const honest = { type: 'file', path: 'config.json', oid, size };

type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void;
const json = (response: ServerResponse, text: string) =>
  void response.setHeader('content-type', 'application/json').end(text);

const sendFile: Answer = (request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = first === undefined ? content : content.subarray(Number(first), Number(last) + 1);
  const range = `bytes ${first}-${last}/${content.length}`;
  response
    .writeHead(first === undefined ? 200 : 206, { etag: '"../../e"', ...(first && { 'content-range': range }) })
    .end(part);
};

/** What a hub says that is not the truth. */
interface Lies {
  readonly info?: Answer;
  readonly tree?: object | Answer;
  readonly file?: Answer;
  /** What the cache has before. */
  readonly before?: (cache: string) => void;
  readonly offline?: boolean;
}

/** Fetches; what comes must lie in the cache, and nothing beside it may change. */
async function fetching({ info, tree = [honest], file = sendFile, before, offline = false }: Lies): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const cache = join(folder, 'a', 'cache');
  mkdirSync(cache, { recursive: true });
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'mine');
  const server = createServer((request, response) => {
    const url = request.url!;
    if (url.includes('/revision/'))
      return info ? info(request, response, hubUrl) : json(response, `{"sha":"${COMMIT}"}`);
    if (url.includes('/tree/'))
      return typeof tree === 'function'
        ? (tree as Answer)(request, response, hubUrl)
        : json(response, JSON.stringify(tree));
    file(request, response, hubUrl);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hubUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let thrown: unknown;
  try {
    before?.(join(cache, 'models--o--n'));
    const signal = AbortSignal.timeout(3000);
    const options = { cacheDirectory: cache, hubUrl, accessToken: 'hf_secret', offline, signal };
    const snapshot = await fetchSnapshot({ type: 'model', name: 'o/n' }, () => true, options);
    if (readFileSync(join(snapshot, 'config.json'), 'utf8') !== String(content)) throw new Error('it is not the file');
  } catch (error) {
    thrown = error;
  }
  server.closeAllConnections();
  server.close();
  const beside = [...readdirSync(folder), ...readdirSync(join(folder, 'a'))].sort().join(' ');
  const mine = readFileSync(victim, 'utf8');
  rmSync(folder, { recursive: true });
  if (beside !== 'a cache victim') throw new Error(`it wrote beside the cache: ${beside}`);
  if (mine !== 'mine') throw new Error('it wrote to another file');
  if (thrown !== undefined) throw thrown as Error;
}

const lying = (name: string, lies: Lies, refused: RegExp | null = FILE): HostileCase => ({
  name,
  refused,
  attempt: () => fetching(lies),
});
const named = (path: string) => lying(`a file named ${JSON.stringify(path)}`, { tree: [{ ...honest, path }] });
const sized = (what: string, fields: object) => lying(`a file of ${what}`, { tree: [{ ...honest, ...fields }] });

/** What an earlier download left; its process has ended. */
const left = (plant: (path: string, folder: string) => void) => (folder: string) => {
  mkdirSync(join(folder, 'blobs'), { recursive: true });
  plant(join(folder, 'blobs', `${oid}.999999999.incomplete`), folder);
};
const victimOf = (folder: string) => join(folder, '..', '..', '..', 'victim');

export const CASES: readonly HostileCase[] = [
  lying('an honest hub', {}, null),
  ...['../../../../victim', '/etc/passwd', 'a/../../b', '..', 'a\0b', 'a\\..\\b', 'C:/x', 'a//b', './a', 'x\n', ''].map(
    named,
  ),
  sized('fewer bytes than none', { size: -1 }),
  sized('half a byte', { size: 0.5 }),
  sized('a size that is no number', { size: '5000' }),
  sized('no checksum', { oid: undefined }),
  sized('a checksum with a path', { oid: '../../../../victim' }),
  sized('a checksum that is a list', { lfs: { oid: [oid] } }),
  sized('a name that is none', { path: 7 }),
  lying('a listing of null', { tree: [null] }),
  lying('a listing that is none', { tree: (_, response) => json(response, '"all"') }),
  lying('names that differ in case', { tree: [honest, { ...honest, path: 'Config.JSON' }] }),
  lying('a file that is a folder too', { tree: [honest, { ...honest, path: 'config.json/a' }] }, /Error: /),
  lying('a listing without end', {
    tree: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = `${JSON.stringify(honest)},`.repeat(10_000);
      response.write('[');
      const more = () => void (response.destroyed || response.write(piece, () => setImmediate(more)));
      more();
    },
  }),
  lying(
    'empty pages without end',
    {
      tree: (request, response, hubUrl) => {
        response.setHeader('link', `<${hubUrl}${request.url!.split('?')[0]}?n=${Math.random()}>; rel="next"`);
        json(response, '[]');
      },
    },
    /^(?:ModelFileError|TimeoutError): /,
  ),
  lying('a commit that leads elsewhere', { info: (_, response) => json(response, '{"sha":"../../../../victim"}') }),
  lying('information without end', {
    info: (_, response) => {
      const piece = Buffer.alloc(1 << 20, ' ');
      const more = () => void (response.destroyed || response.write(piece, () => setImmediate(more)));
      more();
    },
  }),
  lying('a refusal without end', {
    info: (_, response) => {
      response.writeHead(403);
      const piece = Buffer.alloc(1 << 20, 'x');
      const more = () => void (response.destroyed || response.write(piece, () => setImmediate(more)));
      more();
    },
  }),
  lying(
    'a file that never came',
    {
      file: (request, response, url) =>
        request.headers.range === 'bytes=0-0' ? sendFile(request, response, url) : void response.writeHead(204).end(),
    },
    /^(?:ModelFileError|TimeoutError): /,
  ),
  lying(
    'a file without a body that a probe is not told of',
    { file: (_, response) => void response.writeHead(200, { etag: '"e"' }).end(content) },
    /^(?:ModelFileError|TimeoutError): /,
  ),
  lying('another file', {
    file: (request, response) => {
      const other = Buffer.alloc(5000, 'y');
      const isProbe = request.headers.range === 'bytes=0-0';
      response
        .writeHead(isProbe ? 206 : 200, { etag: '"e"', ...(isProbe && { 'content-range': 'bytes 0-0/5000' }) })
        .end(isProbe ? 'y' : other);
    },
  }),
  lying('another part of the file from before', { before: left((path) => writeFileSync(path, 'y'.repeat(100))) }, null),
  lying(
    'a link in the cache to a file of yours',
    { before: left((path, folder) => symlinkSync(victimOf(folder), path)) },
    null,
  ),
  lying('a second name of a file of yours', { before: left((path, folder) => linkSync(victimOf(folder), path)) }, null),
  lying(
    'a link to where nothing is',
    { before: left((path, folder) => symlinkSync(join(folder, '..', '..', 'new'), path)) },
    null,
  ),
  lying(
    'a revision in the cache that leads elsewhere',
    {
      offline: true,
      before: (folder) => {
        mkdirSync(join(folder, 'refs'), { recursive: true });
        mkdirSync(join(folder, 'snapshots'));
        writeFileSync(join(folder, 'refs', 'main'), '../../../..');
      },
    },
    /^ModelFileError: [^]*offline/,
  ),
  ...['a body that trickles', 'a body that stops', 'an answer that never comes'].map((name, way): HostileCase => ({
    name,
    refused: /^Error: the hub (?:sent less than 64 KiB|did not answer) in 0\.5 s/,
    attempt: async () => {
      const server = createServer((_, response) => {
        if (way === 2) return;
        response.writeHead(200);
        const drip = () => void (response.destroyed || response.write('x', () => way === 0 && setTimeout(drip, 5)));
        drip();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      try {
        const ask = hubFetch(url, { signal: AbortSignal.timeout(5000), files: true, progressMs: 500 });
        await (await ask(url)).text();
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  })),
  {
    name: 'a store at another host, which is not told the token',
    refused: null,
    attempt: async () => {
      const told: (string | undefined)[] = [];
      const store = createServer((request, response) => {
        told.push(request.headers.authorization);
        sendFile(request, response, '');
      });
      await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
      const location = `http://127.0.0.1:${(store.address() as AddressInfo).port}/x`;
      try {
        await fetching({ file: (_, response) => void response.writeHead(302, { location }).end() });
      } finally {
        store.closeAllConnections();
        store.close();
      }
      if (told.length === 0 || told.some((token) => token !== undefined)) throw new Error(`it was told ${told.join()}`);
    },
  },
];
