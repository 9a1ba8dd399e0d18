import type { Policy, Tokenizer } from '../../base/index.js';
import { terminalJson, visibleText } from '../../base/internal/index.js';
import { EXIT, UsageError, write, type Command, type CommandIo } from '../command.js';
import { Flags } from '../flags.js';
import { openModel, openSampler } from '../model.js';

const HELP = `
rstar2-agent generate: generate text with a model in this process

Usage: rstar2-agent generate --model DIR --prompt TEXT [OPTIONS]

Puts the prompt into the model's chat template and prints the model's text while it is generated. The speed goes to standard
error. Control tokens in the prompt, such as <|im_end|>, count as control tokens.

Options:
  --model DIR      a model's folder, or an id of the Hugging Face hub (owner/name, owner/name@revision)
  --prompt TEXT    the user's message
  --system TEXT    the system message (default: no system message)
  --raw            take the prompt as it is, without the chat template
  --temperature T  sampling temperature (default 1); 0 always takes the most likely token
  --top-p P        samples from the most likely tokens whose probabilities add up to P (default 1: all tokens)
  --max-tokens N   most tokens to generate (default 256)
  --seed S         seed of sampling: equal seeds give equal text (default 0)
  --adapter DIR    a LoRA adapter in PEFT's format, a folder or an id of the hub
  --backend NAME   auto (default: the fastest that is installed), node-gpu, node, webgpu, wasm or cpu
  --offline        download nothing: use only the local cache of the hub
  --json           print one object {text, tokens, logprobs, finishReason, promptTokens}
  -h, --help       show this

Example:

  $ rstar2-agent generate --model Qwen/Qwen3-0.6B --prompt 'What is 6 * 7?' --temperature 0

Needs the packages @huggingface/tokenizers, @huggingface/jinja (without --raw), @tensorflow/tfjs-core and a backend.
Exit codes: 0 done, 1 the model cannot be loaded or run, 2 wrong usage.
`;

/** What was generated, as `--json` prints it. */
interface Generated {
  readonly text: string;
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
  readonly finishReason: 'stop' | 'length';
  readonly promptTokens: number;
}

/** `rstar2-agent generate`: one turn of a model of a folder or of the hub. */
export const generateCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const [prompt, system] = [flags.required('prompt'), flags.text('system')];
    const raw = flags.has('raw');
    if (raw && system !== undefined) throw new UsageError('--system: cannot be used with --raw');
    const sampling = {
      temperature: flags.number('temperature', 0, 100) ?? 1,
      topP: flags.number('top-p', 1e-6, 1) ?? 1,
      maxTokens: flags.integer('max-tokens', 1, 1e9) ?? 256,
      seed: flags.text('seed') ?? '0',
    };

    const { loadChatTemplate, loadEndTokens, loadTokenizer } = await import('../../rollout/index.js');
    const directory = await openModel(flags, io);
    const tokenizer = await loadTokenizer(directory);
    const template = raw ? undefined : await loadChatTemplate(directory);
    const messages = [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user' as const, content: prompt },
    ];
    const text = template === undefined ? prompt : template.render(messages, { addGenerationPrompt: true });
    const endTokens = template?.endTokens ?? (await loadEndTokens(directory));
    const tokens = tokenizer.encode(text);
    if (tokens.length === 0 && template !== undefined)
      throw new Error(`${directory.name}: the chat template drops the prompt`);
    if (tokens.length === 0) throw new UsageError('--prompt: expected at least one token, got none');

    const { policy, contextLength, close } = await openSampler(
      { model: directory, adapter: flags.text('adapter') },
      flags,
      io.signal,
    );
    try {
      const room = contextLength - tokens.length;
      if (room < 1)
        throw new Error(
          `--prompt: expected less than the model's context of ${contextLength} tokens, got ${tokens.length}`,
        );
      const request = { tokens, endTokens, ...sampling, maxTokens: Math.min(sampling.maxTokens, room) };
      const shown = flags.has('json') ? undefined : (piece: string) => write(io.stdout, visibleText(piece));
      const generated = await generate(policy, tokenizer, request, io, shown);
      await write(io.stdout, flags.has('json') ? `${terminalJson(generated)}\n` : '\n');
    } finally {
      await close();
    }
    return EXIT.ok;
  },
};

interface Request {
  readonly tokens: Int32Array;
  readonly endTokens: readonly string[];
  readonly temperature: number;
  readonly topP: number;
  readonly maxTokens: number;
  readonly seed: string;
}

/** Generates token by token in one session of the policy, so that its cache is reused. */
export async function generate(
  policy: Policy,
  tokenizer: Tokenizer,
  { tokens: prompt, endTokens, temperature, topP, maxTokens, seed }: Request,
  { stderr, signal }: Pick<CommandIo, 'stderr' | 'signal'>,
  show?: (piece: string) => Promise<void>,
): Promise<Generated> {
  const stopTokens = endTokens.map((token) => tokenizer.tokenId(token)).filter((id) => id !== undefined);
  if (stopTokens.length === 0)
    throw new Error(`--model: expected a tokenizer that has a token for ${endTokens.join(' or ')}`);
  const tokens: number[] = [];
  const logprobs: number[] = [];
  let [text, shown] = ['', 0];
  let finishReason: 'stop' | 'length' = 'length';
  const startedMs = performance.now();
  let firstMs = startedMs;
  while (tokens.length < maxTokens && finishReason === 'length') {
    const drawn = await policy.generate(
      {
        tokens: Int32Array.from([...prompt, ...tokens]),
        sampling: { temperature, topP, maxTokens: 1, stopTokens, seed: `${seed}/${tokens.length}` },
        sessionId: 'generate',
      },
      { signal },
    );
    if (tokens.length === 0) firstMs = performance.now();
    tokens.push(...drawn.tokens);
    logprobs.push(...drawn.logprobs);
    finishReason = drawn.finishReason;
    text = tokenizer.decode(finishReason === 'stop' ? tokens.slice(0, -1) : tokens);
    // A character is shown when all its bytes have arrived.
    const whole = text.endsWith('\uFFFD') ? text.length - 1 : text.length;
    if (whole <= shown) continue;
    await show?.(text.slice(shown, whole));
    shown = whole;
  }
  await show?.(text.slice(shown));
  const seconds = (performance.now() - firstMs) / 1000;
  const speed = tokens.length > 1 && seconds > 0 ? `, ${((tokens.length - 1) / seconds).toFixed(1)} tokens/s` : '';
  await write(
    stderr,
    `${tokens.length} tokens${speed}; prompt: ${prompt.length} tokens in ${((firstMs - startedMs) / 1000).toFixed(2)} s\n`,
  );
  return { text, tokens, logprobs, finishReason, promptTokens: prompt.length };
}
