import type { CommandRow } from './command.js';

/** Every command, in the order `--help` lists them. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'verify',
    summary: 'Grade answers in a file against their ground truths',
    load: async () => (await import('./verify/command.js')).verifyCommand,
  },
  {
    name: 'generate',
    summary: 'Ask a model of a folder or of the Hugging Face hub',
    load: async () => (await import('./generate/command.js')).generateCommand,
  },
  {
    name: 'eval',
    summary: 'Measure a model on problems, or compare two evaluations',
    load: async () => (await import('./eval/command.js')).evalCommand,
  },
  {
    name: 'entropy',
    summary: 'Show where a model is uncertain, before and after training',
    load: async () => (await import('./entropy/command.js')).entropyCommand,
  },
  {
    name: 'chat',
    summary: 'Talk with a model, its tools shown as they run',
    load: async () => (await import('./chat/command.js')).chatCommand,
  },
  {
    name: 'schedule',
    summary: 'Simulate a step of rollouts on a cluster of engines',
    load: async () => (await import('./schedule/command.js')).scheduleCommand,
  },
  {
    name: 'sandbox serve',
    summary: 'Run programs for clients of Code Judge over HTTP',
    load: async () => (await import('./sandbox/serve.js')).serveCommand,
  },
  {
    name: 'sandbox worker',
    summary: 'Run programs from a queue in Redis',
    load: async () => (await import('./sandbox/worker.js')).workerCommand,
  },
  {
    name: 'sandbox doctor',
    summary: 'Say how well programs are contained on this machine',
    load: async () => (await import('./sandbox/doctor.js')).doctorCommand,
  },
  {
    name: 'tokens doctor',
    summary: 'Say whether conversations of a model keep the tokens that were sampled',
    load: async () => (await import('./tokens/doctor.js')).tokensDoctorCommand,
  },
  {
    name: 'tinker serve',
    summary: 'Serve the Tinker API over a model in this process',
    load: async () => (await import('./tinker/serve.js')).tinkerServeCommand,
  },
  {
    name: 'gateway',
    summary: 'Record what agents in other programs ask a model, as rollouts',
    load: async () => (await import('./gateway/command.js')).gatewayCommand,
  },
  {
    name: 'data prepare',
    summary: 'Make a set of problems to train on, each once, none of a test set',
    load: async () => (await import('./data/prepare.js')).prepareCommand,
  },
  {
    name: 'data inspect',
    summary: 'Show columns, samples, statistics and bad rows of a data set',
    load: async () => (await import('./data/inspect.js')).inspectCommand,
  },
];
