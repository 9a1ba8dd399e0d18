interface Event<T> {
  readonly time: number;
  readonly order: number;
  readonly what: T;
}

/** Events by time; of one time in the order in which they were added. */
export class EventHeap<T> {
  readonly #heap: Event<T>[] = [];
  #added = 0;

  push(time: number, what: T): void {
    const heap = this.#heap;
    const event = { time, order: this.#added++, what };
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = event;
  }

  pop(): Event<T> | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore<T>(a: Event<T>, b: Event<T>): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
