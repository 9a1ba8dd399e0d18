/** What a new conversation is placed by. */
export interface NewConversation {
  /** Equal for those that share a prompt. */
  readonly prompt: string;
}

/**
 * Chooses workers for new conversations: balances running requests over the workers. Conversations with the same prompt share
 * a worker where the balance allows it, so the prompt is read once.
 *
 * @param running - By worker, the requests that run there.
 * @param homeOf - The worker that has a prompt already.
 * @returns For each conversation the index of its worker.
 */
export function placeConversations(
  conversations: readonly NewConversation[],
  running: readonly number[],
  homeOf: (prompt: string) => number | undefined,
): number[] {
  const loads = [...running];
  const fair = Math.ceil((loads.reduce((sum, load) => sum + load, 0) + conversations.length) / loads.length);
  const room = (worker: number) => fair - loads[worker]!;
  const groups = new Map<string, number[]>();
  conversations.forEach(({ prompt }, i) => groups.set(prompt, [...(groups.get(prompt) ?? []), i]));
  const workers: number[] = [];
  for (const [prompt, members] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    let preferred = homeOf(prompt);
    while (members.length > 0) {
      const least = loads.indexOf(Math.min(...loads));
      const worker = preferred !== undefined && room(preferred) > 0 ? preferred : least;
      preferred = undefined;
      const placed = members.splice(0, Math.max(1, room(worker)));
      for (const i of placed) workers[i] = worker;
      loads[worker]! += placed.length;
    }
  }
  return workers;
}
