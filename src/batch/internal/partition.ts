/** How close to the least possible fullest bin is close enough to stop. */
const CLOSE_ENOUGH = 1.005;

/** Above the mean by more, a few items are divided by a search. Many hardly ever come out so uneven. */
const EVEN_ENOUGH = 1.05;
const SEARCHED_ITEMS = 64;

/** Two bins with at most this many items together are divided anew by trying every way; larger ones by single exchanges. */
const EXHAUSTIVE_ITEMS = 10;

interface Bin {
  sum: number;
  items: number[];
}

/**
 * Divides items among bins so that the fullest is as empty as can be, approximately.
 *
 * The largest item first, each into the emptiest bin (Graham 1969); then the fullest bin is divided anew with that other
 * bin which helps most, until nothing helps or the fullest is within 0.5 % of the least possible. A few items that then
 * still lie unevenly are divided by a search for a division within 5 % of the mean, or within the cap.
 *
 * @param sizes - Shape [items]; not negative.
 * @param bins - At least 1.
 * @param cap - The most that a bin may hold.
 * @returns The items of each bin, ascending; shape [bins]; every item once; bins are empty where items are fewer.
 *   Undefined if no division within the cap was found.
 */
export function partition(sizes: ArrayLike<number>, bins: number, cap = Infinity): number[][] | undefined {
  const divided = largestFirst(sizes, bins);
  const all = Array.from(sizes);
  const mean = all.reduce((sum, size) => sum + size, 0) / bins;
  const least = Math.max(
    mean,
    all.reduce((most, size) => Math.max(most, size), 0),
  );
  for (let round = 0; round < 8 * bins; round++) {
    const fullest = divided.reduce((most, bin) => (bin.sum > most.sum ? bin : most));
    if (fullest.sum <= CLOSE_ENOUGH * least || !relieve(fullest, divided, sizes)) break;
  }
  const most = divided.reduce((largest, bin) => Math.max(largest, bin.sum), 0);
  const wanted = Math.min(EVEN_ENOUGH * mean, cap);
  const search = (limit: number): number[][] | undefined =>
    most > limit && sizes.length <= SEARCHED_ITEMS ? fitBins(sizes, bins, limit) : undefined;
  const even = search(wanted) ?? (most <= cap ? divided.map(({ items }) => items) : search(cap));
  return even?.map((items) => items.sort((a, b) => a - b));
}

function largestFirst(sizes: ArrayLike<number>, bins: number): Bin[] {
  const divided = Array.from({ length: bins }, (): Bin => ({ sum: 0, items: [] }));
  const order = Array.from({ length: sizes.length }, (_, item) => item).sort((a, b) => sizes[b]! - sizes[a]!);
  for (const item of order) {
    const bin = divided[0]!;
    bin.items.push(item);
    bin.sum += sizes[item]!;
    sink(divided);
  }
  return divided;
}

/** Restores the heap (emptiest bin first) after its first bin grew. */
function sink(heap: Bin[]): void {
  for (let at = 0; ;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && heap[child]!.sum < heap[least]!.sum) least = child;
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}

/** Divides the fullest bin anew with the bin that helps most. @returns Whether any did. */
function relieve(fullest: Bin, bins: readonly Bin[], sizes: ArrayLike<number>): boolean {
  let best: { readonly partner: Bin; readonly out: readonly number[]; readonly back: readonly number[] } | undefined;
  let least = fullest.sum;
  for (const partner of bins) {
    if (partner === fullest || partner.sum >= least) continue;
    for (const { out, back, moved } of exchanges(fullest.items, partner.items, sizes)) {
      const larger = Math.max(fullest.sum - moved, partner.sum + moved);
      if (larger >= least) continue;
      least = larger;
      best = { partner, out, back };
    }
  }
  if (best === undefined) return false;
  const { partner, out, back } = best;
  fullest.items = fullest.items.filter((item) => !out.includes(item)).concat(back);
  partner.items = partner.items.filter((item) => !back.includes(item)).concat(out);
  for (const bin of [fullest, partner]) bin.sum = bin.items.reduce((sum, item) => sum + sizes[item]!, 0);
  return true;
}

interface Exchange {
  readonly out: readonly number[];
  readonly back: readonly number[];
  /** How much the first bin loses. */
  readonly moved: number;
}

/** Ways to exchange items between two bins: every set for a set where they are few, one for one or none where many. */
function* exchanges(from: readonly number[], to: readonly number[], sizes: ArrayLike<number>): Generator<Exchange> {
  const few = from.length + to.length <= EXHAUSTIVE_ITEMS;
  const outs = few ? subsets(from) : from.map((item) => [item]);
  const backs = few ? subsets(to) : [[], ...to.map((item) => [item])];
  const weigh = (items: readonly number[]): number => items.reduce((sum, item) => sum + sizes[item]!, 0);
  const backSums = backs.map(weigh);
  for (const out of outs) {
    const outSum = weigh(out);
    for (let i = 0; i < backs.length; i++) {
      const moved = outSum - backSums[i]!;
      if (moved > 0) yield { out, back: backs[i]!, moved };
    }
  }
}

function subsets(items: readonly number[]): number[][] {
  return Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((_item, i) => (bits >> i) % 2 === 1));
}

/** How many placements are tried before giving up; some milliseconds. */
const BUDGET = 50_000;

/**
 * Searches for a division in which no bin holds more than `limit`.
 *
 * Depth first, the largest item first, each into the emptiest bin that takes it; a bin as full as one that was tried already is
 * no different. Complete for a few dozen items, abandoned where it takes too long.
 *
 * @param sizes - Shape [items]; not negative.
 * @returns The items of each bin, shape [bins]; undefined where there is no such division or none was found.
 */
export function fitBins(sizes: ArrayLike<number>, bins: number, limit: number): number[][] | undefined {
  const order = Array.from({ length: sizes.length }, (_, item) => item).sort((a, b) => sizes[b]! - sizes[a]!);
  const total = order.reduce((sum, item) => sum + sizes[item]!, 0);
  if (total > bins * limit) return undefined;
  const sums = new Array<number>(bins).fill(0);
  const chosen = new Int32Array(order.length);
  let left = BUDGET;

  const place = (at: number): boolean => {
    if (at === order.length) return true;
    const size = sizes[order[at]!]!;
    const tried = new Set<number>();
    const byRoom = sums.map((_, bin) => bin).sort((a, b) => sums[a]! - sums[b]!);
    for (const bin of byRoom) {
      if (sums[bin]! + size > limit || left-- <= 0) return false;
      if (tried.has(sums[bin]!)) continue;
      tried.add(sums[bin]!);
      const before = sums[bin]!;
      sums[bin] = before + size;
      chosen[at] = bin;
      if (place(at + 1)) return true;
      sums[bin] = before;
    }
    return false;
  };
  if (!place(0)) return undefined;
  return sums.map((_, bin) => order.filter((_item, at) => chosen[at] === bin));
}
