// An MCP server over standard input and output that misbehaves as its argument says; each of its tools does as its name says.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';

const [mode] = process.argv.slice(2);
const object = { type: 'object' };
const schema = mode === 'no-schema' ? { type: 'object', properties: { a: { type: 'nonsense' } } } : object;
const names = [
  'count',
  'hang',
  'block',
  'die',
  'huge',
  'endless',
  'malformed',
  'refuse',
  'fail',
  'empty',
  'family',
  'deep',
  'ask',
];
let calls = 0;

// It stays whatever it is told, and so does what it started.
const STAY = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000);";
let child;
if (mode === 'stubborn' || mode === 'parent') child = spawn(process.execPath, ['-e', STAY], { stdio: 'ignore' });
if (mode === 'stubborn') {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}

if (mode === 'dead') {
  console.error('no licence');
  process.exit(3);
}

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (content) => ({ content: [{ type: 'text', text: content }] });

/** Pings for ever and reads nothing any more. */
function ask() {
  input.close();
  process.stdin.pause();
  const pings = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`.repeat(1000);
  const flood = () => {
    while (process.stdout.write(pings));
    process.stdout.once('drain', flood);
  };
  flood();
}

function call(id, name) {
  calls++;
  if (name === 'count') return say({ id, result: text(`${calls}`) });
  if (name === 'block') for (;;);
  if (name === 'die') process.exit(9);
  if (name === 'huge') return say({ id, result: text('x'.repeat(100_000)) });
  if (name === 'endless') return process.stdout.write('x'.repeat(3_000_000));
  if (name === 'malformed') return say({ id, result: { content: [{ type: 'text', text: 7 }] } });
  if (name === 'deep') {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const result = `{"content":[],"structuredContent":{"x":${nested}}}`;
    return process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
  }
  if (name === 'ask') return ask();
  if (name === 'refuse') return say({ id, error: { code: -32602, message: 'no such city' } });
  if (name === 'fail') return say({ id, result: { ...text('it broke'), isError: true } });
  if (name === 'family') return say({ id, result: text(JSON.stringify([process.pid, child.pid])) });
  if (name === 'empty') return say({ id, result: { content: [] } });
}

const input = createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    if (mode === 'mute') return;
    process.stdout.write('a line of a log that is no message\n');
    const { protocolVersion } = params;
    say({
      id,
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'hostile', version: '1' } },
    });
  }
  if (method === 'tools/list') {
    const tools = names.map((name) => ({ name, description: name, inputSchema: schema }));
    const many = Array.from({ length: 20_000 }, (_, i) => ({ name: `t${i}`, inputSchema: object }));
    if (mode === 'many') say({ id, result: { tools: many } });
    else if (mode === 'no-list') say({ id, result: { tools: 'all of them' } });
    else say({ id, result: mode === 'no-end' ? { tools: [], nextCursor: 'more' } : { tools } });
  }
  if (method === 'ping') say({ id, result: {} });
  if (method === 'tools/call') call(id, params.name);
});
