import { Random, type GenerateRequest, type Generation, type Policy, type Seed, type Tokenizer } from 'rstar2-agent';
import { OPERATIONS } from './operations.js';
import { LETTERS, type Problem } from './problems.js';
import { answerTurn, programFor, toolCallTurn } from './programs.js';

/** How good the demonstrations are. */
export interface DemonstratorOptions {
  /** Share of calls that are flawed; the next call corrects them. */
  readonly flawedCalls: number;
  /** Share of steps whose function is drawn at random from all of them instead of being the right one. */
  readonly randomFunctions: number;
  readonly seed: Seed;
}

/**
 * Writes the demonstrations that SFT learns from: a policy that knows the protocol, and reasons badly.
 *
 * Non-reasoning SFT (PAPER "Training") teaches how to call a tool, read its result and answer. So this demonstrator
 * always copies numbers rightly and corrects what failed, but often calls a function that the problem did not ask for.
 * It reads the conversation from its tokens, as any policy does.
 */
export class Demonstrator implements Policy {
  readonly #options: DemonstratorOptions;
  readonly #tokenizer: Tokenizer;
  readonly #problems: ReadonlyMap<string, Problem>;

  constructor(problems: readonly Problem[], tokenizer: Tokenizer, options: DemonstratorOptions) {
    this.#problems = new Map(problems.map((problem) => [problem.text, problem]));
    this.#tokenizer = tokenizer;
    this.#options = options;
  }

  generate({ tokens, sampling }: GenerateRequest): Promise<Generation> {
    const turn = this.#nextTurn(this.#tokenizer.decode(tokens), new Random(`${this.#options.seed}/${sampling.seed}`));
    const all = this.#tokenizer.encode(`${turn}<|im_end|>`);
    const written = all.slice(0, sampling.maxTokens);
    const finishReason = written.length < all.length ? 'length' : 'stop';
    return Promise.resolve({ tokens: written, logprobs: new Float32Array(written.length), finishReason });
  }

  #nextTurn(conversation: string, random: Random): string {
    const text = /<\|im_start\|>user\n(.*?)<\|im_end\|>/s.exec(conversation)?.[1] ?? '';
    const problem = this.#problems.get(text);
    if (problem === undefined) throw new RangeError(`demonstrator: expected one of its problems, got ${text}`);
    const responses = [...conversation.matchAll(/<tool_response>\n(.*?)\n<\/tool_response>/gs)].map(
      (match) => match[1]!,
    );
    const results = responses.filter((response) => /^\d+$/.test(response));
    const latest = results.at(-1) ?? String(problem.start);
    const step = problem.steps[results.length];
    if (step === undefined) return answerTurn(latest);
    const { flawedCalls, randomFunctions } = this.#options;
    const operation = random.next() < randomFunctions ? random.pick(OPERATIONS) : step;
    const afterFailure = responses.length > 0 && responses.at(-1) !== results.at(-1);
    const flawed = !afterFailure && random.next() < flawedCalls;
    return toolCallTurn(programFor(operation, latest, LETTERS[results.length + 1]!, flawed));
  }
}
