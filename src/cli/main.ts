#!/usr/bin/env node
import { runCli } from './run-cli.js';

const controller = new AbortController();
// The first interrupt lets the command finish its line; the second ends the process as usual.
const interrupt = () => controller.abort();
process.once('SIGINT', interrupt);
process.once('SIGTERM', () => controller.abort());
function onInterrupt(listener: () => void): () => void {
  process.off('SIGINT', interrupt).on('SIGINT', listener);
  return () => void process.off('SIGINT', listener).once('SIGINT', interrupt);
}
// A reader that has seen enough (`| head`) closes the pipe: that is the end, not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`rstar2-agent: standard output cannot be written: ${error.message}\n`, () => process.exit(1));
});

// A closed standard error is no reason to stop.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { stdin, stdout, stderr } = process;
void runCli(process.argv.slice(2), { stdin, stdout, stderr, signal: controller.signal, onInterrupt }).then((code) => {
  process.exitCode = code;
  // Standard input may still be open, and would keep the process alive.
  stdin.destroy();
});
