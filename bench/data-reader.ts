/** One read of a data file in a process of its own, for data.ts: `data-reader.ts HOW PATH` prints the result as JSON. */
import { readPieces } from '../src/io/index.js';
import { readRows } from '../src/recipe/index.js';

const [how, path] = process.argv.slice(2) as ['bytes' | 'rows', string];
const peakMB = () => process.resourceUsage().maxRSS / 1024;

const baseMB = peakMB();
const start = performance.now();
let [rows, characters] = [0, 0];
if (how === 'bytes') for await (const piece of readPieces(path)) characters += piece.length;
else
  for await (const { value } of readRows(path)) {
    rows++;
    characters += (value['problem'] as string).length;
  }
console.log(
  JSON.stringify({ rows, characters, seconds: (performance.now() - start) / 1000, baseMB, peakMB: peakMB() }),
);
