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
rstar2-agent tinker serve: serve the Tinker API with a model in this process

Usage: rstar2-agent tinker serve [--model DIR | --config small] [--port P] [OPTIONS]

Programs that train through the Tinker API run against this server without changes, a GPU or an account: the tinker package of PyPI
(0.25 or newer), the tinker-cookbook, SkyRL's clients, and createTinkerClient of this package. It is made for development and tests.
It has several sessions and models at once; LoRA adapters and full training; the losses cross_entropy, importance_sampling, ppo,
cispo, dro, gspo and stable_reinforce, summed over tokens, and custom losses; checkpoints, sampling, and logprobs of prompts.

Options:
  --model DIR        a model's folder, or an id of the Hugging Face hub (owner/name, owner/name@revision)
  --config NAME      instead of --model, a model of random weights: small (default; 300 tokens, 2 layers of 64, 512 tokens of context)
  --name NAME        the model's name for clients, base_model (default: the folder or id, or the config's name)
  --port P           port to listen on (default 8000; 0 takes any free port)
  --host H           address to listen on (default 127.0.0.1; any other needs a key)
  --key-file FILE    file with a key that callers must send as X-API-Key or 'Authorization: Bearer …'. For several users, write
                     one line 'USER KEY' for each: users do not see each other's sessions, models and checkpoints.
                     RSTAR2_TINKER_API_KEY in the environment does the same
  --checkpoints DIR  folder for training runs and checkpoints (default ./tinker-checkpoints)
  --backend NAME     auto (default: the fastest that is installed), node-gpu, node, webgpu, wasm or cpu
  --workers N        compute threads, on wasm and cpu (default: one a core on wasm, 1 for small models)
  --max-body-mb N    largest request, in MiB (default 32)
  --max-models N     most loaded models (default 64)
  --max-lora-rank N  largest rank of an adapter (default 512)
  --quota-sessions N  most open sessions of each key (default and maximum: an equal share of 256)
  --quota-models N   most loaded models of each key (default and maximum: an equal share of --max-models)
  --quota-mb N       most disk space for the checkpoints of each key, in MiB (default: no limit)
  --offline          download nothing: use only the local cache of the hub
  -h, --help         show this

Example. The SDK always needs a key; if the server has no key, any text that begins with tml- works:

  $ rstar2-agent tinker serve --config small --port 8000
  $ TINKER_BASE_URL=http://127.0.0.1:8000 TINKER_API_KEY=tml-local python train.py

Memory: 16 bytes a parameter for each model that is trained in full (weights, gradients, Adam's moments); adapters share one base
model of 4 bytes a parameter. Clients take turns after each pass of about 512 tokens.
Exit codes: 0 stopped by a signal; 1 failed (the port is in use, the model cannot be loaded, the server crashed); 2 wrong usage.
`;

/** `rstar2-agent tinker serve`: `createTinkerServer` with `createTfjsLearnerFactory`. */
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
