/** Prints the requests of scenario.ts to a collector, each a line of base64; weave-reads.py calls it. */
import { collect } from './collector.js';
import { sendRollouts } from './scenario.js';

for (const { body } of await collect(sendRollouts)) console.log(body.toString('base64'));
