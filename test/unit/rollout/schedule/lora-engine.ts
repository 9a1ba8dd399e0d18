import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a test may change of an engine while it runs. */
export interface LoraEngineSettings {
  /** Refuses to load adapters, with these words. */
  refuses?: string | undefined;
  /** Loads adapters, and never answers that it has. */
  losesAnswers?: boolean;
  /** Answers that it has loaded adapters, and has not. */
  lies?: boolean;
  /** How long a load takes, whether or not the client still waits. */
  loadMs?: number;
  /** Never answers where it is asked to drop adapters, and keeps them. */
  keeps?: boolean;
  /**
   * Writes the rest of a turn whose context is given; the turn ends with it where it is shorter than asked for. Default: the adapter's
   * number, again and again.
   */
  write?: ((adapter: number, context: readonly number[], seed: number | undefined) => readonly number[]) | undefined;
  /** Called before each token; what it waits for holds the turn up. */
  beforeToken?: ((position: number) => void | Promise<void>) | undefined;
}

/**
 * An engine that speaks as vLLM does, of which a token is the number in the adapter's file (`weights.json`), or what a script makes of it: what drew
 * a token can be read off it.
 * `kill` is a crash: it has forgotten its adapters when it is started again at the same address.
 */
export class LoraEngine {
  readonly settings: LoraEngineSettings = {};
  /** Names of what it has loaded, with the numbers in the files. */
  adapters = new Map<string, number>();
  /** Names of adapters, as they were loaded and dropped. */
  readonly log: string[] = [];
  turns = 0;
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => void this.#answer(request, response, Buffer.concat(pieces).toString()));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.adapters = new Map();
    await new Promise<void>((resolve) => {
      if (server === undefined) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  async #answer({ method, url }: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const json = (value: unknown, status = 200) => response.writeHead(status).end(JSON.stringify(value));
    const refuse = (message: string, status = 400) => json({ error: { message } }, status);
    const name = String(body['lora_name']);
    switch (`${method} ${url}`) {
      case 'GET /v1/models': {
        const adapters = [...this.adapters.keys()].map((id) => ({ id, parent: 'base' }));
        return void json({ data: [{ id: 'base', parent: null, max_model_len: 4096 }, ...adapters] });
      }
      case 'GET /version':
        return void json({ version: '0.32.0' });
      case 'POST /v1/load_lora_adapter': {
        if (this.settings.refuses !== undefined) return void refuse(this.settings.refuses);
        if (this.adapters.has(name)) return void refuse(`The lora adapter '${name}' has already been loaded.`);
        const file = `${String(body['lora_path'])}/weights.json`;
        if (!existsSync(file)) return void refuse(`no adapter at ${file}`, 404);
        if (this.settings.lies === true) return void json('loaded');
        const weights = JSON.parse(readFileSync(file, 'utf8')) as number;
        // A load that a crash interrupts is lost.
        const { adapters } = this;
        await delay(this.settings.loadMs ?? 0);
        if (this.adapters.has(name)) return void refuse(`The lora adapter '${name}' has already been loaded.`);
        adapters.set(name, weights);
        this.log.push(`load ${name}`);
        if (this.settings.losesAnswers === true) return void response.destroy();
        return void json('loaded');
      }
      case 'POST /v1/unload_lora_adapter':
        if (this.settings.keeps === true) return;
        if (!this.adapters.delete(name)) return void refuse(`no adapter ${name}`, 404);
        this.log.push(`drop ${name}`);
        return void json('dropped');
      case 'POST /inference/v1/generate':
        return this.#generate(body, response, refuse);
      default:
        return void refuse('Not Found', 404);
    }
  }

  async #generate(
    body: Record<string, unknown>,
    response: ServerResponse,
    refuse: (message: string, status?: number) => void,
  ): Promise<void> {
    if (body['token_ids'] === undefined) return refuse('token_ids: Field required');
    const token = this.adapters.get(String(body['model']));
    if (token === undefined) return refuse(`The model ${String(body['model'])} does not exist.`, 404);
    this.turns++;
    const { max_tokens: count, seed } = body['sampling_params'] as {
      readonly max_tokens: number;
      readonly seed?: number;
    };
    const written = this.settings.write?.(token, body['token_ids'] as readonly number[], seed);
    const tokens = (written ?? new Array<number>(count).fill(token)).slice(0, count);
    const reason = written !== undefined && written.length <= count ? 'stop' : 'length';
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [position, id] of tokens.entries()) {
      await this.settings.beforeToken?.(position);
      if (response.destroyed) return;
      const choice = {
        token_ids: [id],
        logprobs: { content: [{ token: `token_id:${id}`, logprob: -1 }] },
        finish_reason: position === tokens.length - 1 ? reason : null,
      };
      response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  }
}
