import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** @returns The bytes of memory that a process holds; 0 where the system does not say (all but Linux). */
export function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
