import type { Learner } from '../../../base/index.js';
import { readdir, rm } from '../../../io/index.js';

/** How many published adapters are kept: the newest, and the one that turns under way may have begun with. */
const KEPT_ADAPTERS = 2;

/** The folder in which a run's adapters are written, each in a folder of its own. */
export class AdapterFolder {
  /** Names that were published last. */
  #published: readonly string[] = [];
  /** Names that are being written, or wait for the engines. */
  readonly #pending = new Set<string>();

  /** @param prefix - How the names of the run's adapters begin; other files are not touched. */
  constructor(
    private readonly directory: string,
    private readonly prefix: string,
  ) {}

  /** Writes the adapter of a learner, which `publish` of others leaves alone until `release`. @throws What `saveAdapter` throws: nothing is left then. */
  async save(learner: Learner, name: string, signal: AbortSignal): Promise<void> {
    this.#pending.add(name);
    try {
      await learner.saveAdapter!(`${this.directory}/${name}`, { signal });
    } catch (error) {
      await this.#remove(await this.#namesFrom(name));
      throw error;
    }
  }

  /** Notes that engines have an adapter, and removes older ones, those of an earlier process too. */
  async publish(name: string): Promise<void> {
    this.#published = [...this.#published, name].slice(-KEPT_ADAPTERS);
    const kept = [...this.#published, ...this.#pending];
    const names = await this.#namesFrom(this.prefix);
    // A download is in a folder of a longer name until it is whole.
    await this.#remove(names.filter((one) => !kept.some((start) => one.startsWith(start))));
  }

  /** The next `publish` may remove an adapter that was saved. */
  release(name: string): void {
    this.#pending.delete(name);
  }

  async #namesFrom(start: string): Promise<string[]> {
    const names = await readdir(this.directory).catch(() => []);
    return names.filter((name) => name.startsWith(start));
  }

  /** What cannot be removed stays until the next `publish`: an engine's machine may have it open. */
  async #remove(names: readonly string[]): Promise<void> {
    await Promise.allSettled(names.map((name) => rm(`${this.directory}/${name}`, { recursive: true, force: true })));
  }
}
