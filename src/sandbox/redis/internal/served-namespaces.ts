import type { Redis } from 'ioredis';
import { namespaceSchema } from '../options.js';
import type { RedisWorkerSettings } from '../options.js';
import type { GroupMember } from './group.js';
import { callsKey, NAMESPACES } from './keys.js';
import { dropMembers, liveMembers } from './members.js';
import type { Skipped } from './skipped.js';

const FORGET_AFTER_MS = 3_600_000;
/** How long a namespace that cannot be served is left out. */
const ASIDE_MS = 5000;

/**
 * The namespaces that a worker serves: those of its options, or all that have producers. A namespace with keys of another type, or without
 * access, is left out for a while; the others are still served.
 */
export class ServedNamespaces {
  #serving: readonly string[] = [];
  readonly #asideUntil = new Map<string, number>();

  constructor(
    private readonly redis: Redis,
    private readonly group: GroupMember,
    private readonly settings: RedisWorkerSettings,
    private readonly skipped: Skipped,
  ) {}

  get serving(): readonly string[] {
    return this.#serving;
  }

  /** Reads the list of namespaces again. */
  async look(): Promise<void> {
    const names = this.settings.namespaces ?? (await this.#announced());
    const now = performance.now();
    const open = names.filter((name) => (this.#asideUntil.get(name) ?? 0) <= now);
    for (const name of open.filter((one) => !this.#serving.includes(one))) {
      await this.group.make(name).catch((error: unknown) => this.setAside(name, String(error)));
    }
    this.#serving = open.filter((name) => (this.#asideUntil.get(name) ?? 0) <= now);
  }

  setAside(namespace: string, error: string): void {
    this.#serving = this.#serving.filter((one) => one !== namespace);
    if (error.includes('NOGROUP')) return; // Redis was emptied: the group is made at the next look
    this.#asideUntil.set(namespace, performance.now() + ASIDE_MS);
    this.skipped.add(callsKey(namespace), error);
  }

  /** Runs `work` for each namespace, and leaves out those where it fails. */
  async inEach(work: (namespace: string) => Promise<void>): Promise<void> {
    for (const namespace of this.#serving) {
      await work(namespace).catch((error: unknown) => this.setAside(namespace, String(error)));
    }
  }

  /** Removes namespaces that ended long ago, and consumers of their groups. */
  async tidy(): Promise<void> {
    const now = performance.now();
    for (const [name, until] of this.#asideUntil) if (until < now - FORGET_AFTER_MS) this.#asideUntil.delete(name);
    await this.inEach((namespace) => this.group.tidy(namespace, FORGET_AFTER_MS));
    if (this.settings.namespaces !== undefined) return;
    const gone = (await dropMembers(this.redis, NAMESPACES, FORGET_AFTER_MS)).filter(isName);
    if (gone.length > 0) await this.redis.del(...gone.map(callsKey));
  }

  async #announced(): Promise<string[]> {
    const members = await liveMembers(this.redis, NAMESPACES, FORGET_AFTER_MS);
    for (const member of members)
      if (!isName(member)) this.skipped.add(NAMESPACES, 'a name that no namespace can have');
    return members.filter(isName).sort();
  }
}

const isName = (name: string): boolean => namespaceSchema.safeParse(name).success;
