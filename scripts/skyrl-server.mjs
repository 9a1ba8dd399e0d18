/**
 * Starts SkyRL's Tinker API on the CPU, runs a command with `TINKER_BASE_URL` set, and stops it: `node scripts/skyrl-server.mjs
 * --model DIR [--port P] [--directory DIR] -- COMMAND …`. Without a command it runs until it is interrupted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE, interrupted, requireSkyrl, startSkyrl } from './tinker/skyrl.mjs';

const { values, positionals: command } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    port: { type: 'string' },
    directory: { type: 'string', default: join(CACHE, 'server') },
  },
});
if (values.model === undefined) throw new RangeError('--model: expected the folder of a model');

requireSkyrl();
const port = values.port === undefined ? undefined : Number(values.port);
const server = await startSkyrl({ model: values.model, directory: values.directory, port });
console.log(`SkyRL answers at ${server.url}, its log is ${server.log}`);
try {
  process.exitCode = command.length === 0 ? await interrupted.then(() => 0) : await runCommand(command);
} finally {
  await server.kill();
}

async function runCommand([name, ...args]) {
  const child = spawn(name, args, { stdio: 'inherit', env: { ...process.env, TINKER_BASE_URL: server.url } });
  void interrupted.then(() => child.kill());
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
