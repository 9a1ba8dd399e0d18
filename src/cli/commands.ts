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
    summary: 'Generate text with a model of a folder or the Hugging Face hub',
    load: async () => (await import('./generate/command.js')).generateCommand,
  },
  {
    name: 'eval',
    summary: 'Measure a model on problems, or compare two evaluations',
    load: async () => (await import('./eval/command.js')).evalCommand,
  },
  {
    name: 'entropy',
    summary: 'Show at which tokens a model is uncertain, before and after training',
    load: async () => (await import('./entropy/command.js')).entropyCommand,
  },
  {
    name: 'chat',
    summary: 'Talk with a model and see its tool calls',
    load: async () => (await import('./chat/command.js')).chatCommand,
  },
  {
    name: 'schedule',
    summary: 'Simulate the rollouts of a training step on a cluster of engines',
    load: async () => (await import('./schedule/command.js')).scheduleCommand,
  },
  {
    name: 'sandbox serve',
    summary: 'Run programs for clients over HTTP, with the protocol of Code Judge',
    load: async () => (await import('./sandbox/serve.js')).serveCommand,
  },
  {
    name: 'sandbox worker',
    summary: 'Run programs from a queue in Redis',
    load: async () => (await import('./sandbox/worker.js')).workerCommand,
  },
  {
    name: 'sandbox doctor',
    summary: 'Show how well this machine isolates programs',
    load: async () => (await import('./sandbox/doctor.js')).doctorCommand,
  },
  {
    name: 'tokens doctor',
    summary: 'Check whether a chat template keeps the sampled tokens of each turn',
    load: async () => (await import('./tokens/doctor.js')).tokensDoctorCommand,
  },
  {
    name: 'tinker serve',
    summary: 'Serve the Tinker API with a model in this process',
    load: async () => (await import('./tinker/serve.js')).tinkerServeCommand,
  },
  {
    name: 'gateway',
    summary: 'Record the model calls of your own agents as rollouts',
    load: async () => (await import('./gateway/command.js')).gatewayCommand,
  },
  {
    name: 'data prepare',
    summary: 'Make a training set of problems without copies and test problems',
    load: async () => (await import('./data/prepare.js')).prepareCommand,
  },
  {
    name: 'data inspect',
    summary: 'Show columns, samples, statistics and invalid rows of a data set',
    load: async () => (await import('./data/inspect.js')).inspectCommand,
  },
];
