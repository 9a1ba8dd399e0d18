/** The program of one verification thread: grades the records of each message and answers with their verdicts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { VerifyRecord, Grading } from '../graders.js';
import { gradeRecords } from '../graders.js';
import type { WorkerAnswer } from './thread.js';

const port = parentPort!;
const answer = (message: WorkerAnswer): void => port.postMessage(message);

port.on('message', (records: readonly VerifyRecord[]) => {
  answer(gradeRecords(records, workerData as Grading));
});
answer('ready');
