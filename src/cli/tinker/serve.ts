import { MIB } from '../../base/internal/index.js';
import { waitForAbort } from '../../io/index.js';
import { BACKENDS, importTfjs, workersOf } from '../model.js';
import { EXIT, write, type Command } from '../command.js';
import { Flags } from '../flags.js';
import { keyOf } from '../key-flag.js';
import { checkWritableFolder } from '../paths.js';
import { servedKeys } from './served-keys.js';
import { servedModel } from './served-model.js';

const HELP = `
rstar2-agent tinker serve: the Tinker API over a model in this process

Usage: rstar2-agent tinker serve [--model DIR | --config small] [--port P] [OPTIONS]

  rstar2-agent tinker serve --config small --port 8000
  TINKER_BASE_URL=http://127.0.0.1:8000 TINKER_API_KEY=tml-local python train.py

Programs that train through the Tinker API (the tinker package of PyPI from 0.25 on, the tinker-cookbook, SkyRL's clients,
createTinkerClient of this package) train against it unchanged, without a GPU or an account: a backend for developing and
testing them. Several sessions and models at once, adapters (LoRA) and all weights; the losses cross_entropy,
importance_sampling, ppo, cispo, dro, gspo and stable_reinforce, summed over tokens, and custom losses; checkpoints,
sampling, prompt logprobs.

The SDK wants some key: any that begins with tml- will do where the server has none.

Options:
  --model DIR        a model's folder, or an id of the Hugging Face hub (owner/name, owner/name@revision)
  --config NAME      a model of random weights instead: small (default; 300 tokens, 2 layers of 64, 512 tokens of context)
  --name NAME        what clients call it (base_model); default the folder or id, or the config's name
  --port P           where to listen (default 8000; 0 takes any that is free)
  --host H           address to listen on (default 127.0.0.1; any other needs a key)
  --key-file FILE    callers must send what is in it as X-API-Key or 'Authorization: Bearer …' (or the variable
                     RSTAR2_TINKER_API_KEY); with a line 'USER KEY' for each of several users, each has sessions, models
                     and checkpoints of its own, and no user sees those of others
  --checkpoints DIR  where training runs and checkpoints are kept (default ./tinker-checkpoints)
  --backend NAME     auto (default: the fastest that is installed), node-gpu, node, webgpu, wasm or cpu
  --workers N        threads that compute, on wasm and cpu (default: on wasm one a core, 1 for small models)
  --max-body-mb N    largest request (default 32)
  --max-models N     models that are loaded at once (default 64)
  --max-lora-rank N  largest rank of an adapter (default 512)
  --quota-sessions N  open sessions of each key (default and at most: an equal share of 256)
  --quota-models N   loaded models of each key (default and at most: an equal share of --max-models)
  --quota-mb N       checkpoints on the disk of each key, in MB (default: no limit)
  --offline          take what the hub's cache has
  -h, --help         show this

A model that is trained costs 16 bytes a parameter (weights, gradients, Adam's moments); with adapters all share one
base of 4 bytes a parameter. Clients take turns by passes of some 512 tokens.

Exit codes: 0 stopped by a signal; 1 failed (the port is taken, the model cannot be had, the server died); 2 wrong usage.
`;

/** `rstar2-agent tinker serve`: `createTinkerServer` over `createTfjsLearnerFactory`. */
export const tinkerServeCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const host = flags.text('host') ?? '127.0.0.1';
    const port = flags.integer('port', 0, 65_535) ?? 8000;
    const keyText = keyOf(flags, { file: 'key-file', variable: 'RSTAR2_TINKER_API_KEY', host });
    const apiKey = keyText === undefined ? undefined : servedKeys(keyText);
    const directory = flags.text('checkpoints') ?? 'tinker-checkpoints';
    checkWritableFolder('checkpoints', directory);
    const bodyMb = flags.integer('max-body-mb', 1, 4096);
    const limits = {
      maxModels: flags.integer('max-models', 1, 10_000),
      maxLoraRank: flags.integer('max-lora-rank', 1, 65_536),
      ...(bodyMb === undefined ? {} : { maxBodyBytes: bodyMb * MIB, maxPendingBytes: 4 * bodyMb * MIB }),
    };
    const storedMb = flags.integer('quota-mb', 1, 1e9);
    const quota = {
      maxSessions: flags.integer('quota-sessions', 1, 10_000),
      maxModels: flags.integer('quota-models', 1, 10_000),
      ...(storedMb === undefined ? {} : { maxStoredBytes: storedMb * MIB }),
    };
    const backend = flags.choice('backend', BACKENDS, 'auto');
    const workers = workersOf(flags);
    const { name, about, config, make } = await servedModel(flags, io, directory);
    const { createTfjsLearnerFactory, selectBackend } = await importTfjs();
    const { createTinkerServer } = await import('../../tinker/index.js');
    const chosen = await selectBackend({ backend });
    const factory = createTfjsLearnerFactory({ baseModels: { [name]: make }, workers });
    try {
      const server = await flags.check(
        () =>
          createTinkerServer({
            ...{ factory, directory, host, port, apiKey, limits, quota, models: { [name]: about } },
            log: ({ level, message }) => io.stderr.write(`${level}: ${message}\n`),
          }),
        {
          ...{ apiKey: ['key-file'], directory: ['checkpoints'], maxBodyBytes: ['max-body-mb'] },
          ...{ 'quota.maxSessions': ['quota-sessions'], 'quota.maxModels': ['quota-models'] },
        },
      );
      const size = `${config.numHiddenLayers} layers of ${config.hiddenSize}, ${config.vocabSize} tokens`;
      const key = apiKey === undefined ? 'tml-local' : '…';
      await write(
        io.stdout,
        `Tinker API at ${server.url}, serving ${name} (${size}; ${chosen.name}); checkpoints in ${directory}\n` +
          `TINKER_BASE_URL=${server.url} TINKER_API_KEY=${key} python your_program.py\n`,
      );
      try {
        await Promise.race([waitForAbort(io.signal), server.ended]);
      } finally {
        await server.close();
      }
      return EXIT.ok;
    } finally {
      await factory.close();
    }
  },
};
