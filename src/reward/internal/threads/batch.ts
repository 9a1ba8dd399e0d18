import { failureCause } from '../../../base/index.js';
import type { Verdict } from '../../../base/index.js';
import type { VerifyProgress, VerifyRecord, Grading } from '../graders.js';
import { gradeRecords } from '../graders.js';
import type { WorkerSlot } from './thread.js';

/** Records handed out at once: enough that posting them costs little, few enough that progress and cancelling are prompt. */
const CHUNK_RECORDS = 64;
/** Characters handed out at once; a record that has more goes alone. */
const CHUNK_CHARACTERS = 1 << 20;

/** A run of records: from the first index to before the last. */
type Chunk = readonly [from: number, to: number];

/** The records of one call, handed out in chunks to free workers, and the verdicts that have come back. */
export class Batch {
  readonly verdicts: Verdict[];
  readonly #records: readonly VerifyRecord[];
  readonly #grading: Grading;
  readonly #onProgress: (progress: VerifyProgress) => void;
  readonly #chunks: readonly Chunk[];
  readonly #counts = { completed: 0, correct: 0, incorrect: 0, undecided: 0 };
  #next = 0;
  #stopped = false;

  constructor(records: readonly VerifyRecord[], grading: Grading, onProgress: (progress: VerifyProgress) => void) {
    this.#records = records;
    this.#grading = grading;
    this.#onProgress = onProgress;
    this.#chunks = chunksOf(records);
    this.verdicts = new Array<Verdict>(records.length);
  }

  get chunkCount(): number {
    return this.#chunks.length;
  }

  /** Hands out no more chunks and takes no more verdicts. */
  stop(): void {
    this.#stopped = true;
  }

  /** Grades in this thread until nothing is left; between chunks whatever else waits has its turn. */
  async gradeHere(): Promise<void> {
    for (let chunk = this.#take(); chunk !== undefined; chunk = this.#take()) {
      this.#put(chunk, gradeRecords(this.#records.slice(...chunk), this.#grading));
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  /** Has a thread grade until nothing is left. */
  async gradeOn(slot: WorkerSlot): Promise<void> {
    for (let chunk = this.#take(); chunk !== undefined; chunk = this.#take()) {
      this.#put(chunk, await gradeSurely(slot, this.#records.slice(...chunk)));
    }
  }

  #take(): Chunk | undefined {
    return this.#stopped ? undefined : this.#chunks[this.#next++];
  }

  #put([from]: Chunk, verdicts: readonly Verdict[]): void {
    if (this.#stopped) return;
    verdicts.forEach((verdict, index) => {
      this.verdicts[from + index] = verdict;
      this.#counts[verdict.kind]++;
    });
    this.#counts.completed += verdicts.length;
    this.#onProgress({ ...this.#counts, total: this.#records.length });
  }
}

/** When the thread dies over several records, each goes alone; a single one that two threads die over is given up. */
async function gradeSurely(slot: WorkerSlot, records: readonly VerifyRecord[]): Promise<readonly Verdict[]> {
  try {
    return await slot.grade(records);
  } catch {
    const verdicts: Verdict[] = [];
    for (const record of records) {
      try {
        verdicts.push(...(await slot.grade([record])));
      } catch (error) {
        verdicts.push({
          kind: 'undecided',
          reason: 'the thread that graded it crashed',
          cause: failureCause('reward', error),
        });
      }
    }
    return verdicts;
  }
}

function chunksOf(records: readonly VerifyRecord[]): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  let characters = 0;
  records.forEach(({ response, groundTruth }, index) => {
    const length = response.length + groundTruth.length;
    if (index > from && (index - from === CHUNK_RECORDS || characters + length > CHUNK_CHARACTERS)) {
      chunks.push([from, index]);
      from = index;
      characters = 0;
    }
    characters += length;
  });
  if (from < records.length) chunks.push([from, records.length]);
  return chunks;
}
