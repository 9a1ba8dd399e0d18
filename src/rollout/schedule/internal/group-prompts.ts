/** A group's first prompt, and how much of it each of the group's sessions shares. */
interface GroupPrompt {
  readonly tokens: Int32Array;
  readonly shared: Map<string, number>;
}

/** How many tokens at the start of a session's context its group shares: an engine's cache has them once. */
export class GroupPrompts {
  readonly #groups = new Map<string, GroupPrompt>();

  /** @returns Tokens that the session's first context has in common with the first of its group. */
  sharedTokens(sessionId: string, tokens: Int32Array): number {
    const name = groupOfSession(sessionId);
    let group = this.#groups.get(name);
    if (group === undefined) this.#groups.set(name, (group = { tokens, shared: new Map() }));
    let shared = group.shared.get(sessionId);
    if (shared === undefined) {
      const { length } = group.tokens;
      for (shared = 0; shared < length && tokens[shared] === group.tokens[shared];) shared += 1;
      group.shared.set(sessionId, shared);
    }
    return shared;
  }

  sessionEnded(sessionId: string): void {
    const name = groupOfSession(sessionId);
    const group = this.#groups.get(name);
    if (group?.shared.delete(sessionId) === true && group.shared.size === 0) this.#groups.delete(name);
  }
}

/** @returns A session's name up to the last slash, as `runRollouts` names sessions. */
export function groupOfSession(sessionId: string): string {
  const slash = sessionId.lastIndexOf('/');
  return slash < 0 ? sessionId : sessionId.slice(0, slash);
}
