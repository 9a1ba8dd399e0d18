/** Says of every template in a folder which tool-call format it has: see `npm run test:templates`. */
import { readFileSync, readdirSync } from 'node:fs';
import { createChatTemplate } from '../../src/rollout/index.js';

const folder = process.argv[2]!;
const counts = { found: 0, refused: 0, 'tools left out': 0 } as Record<string, number>;

for (const file of readdirSync(folder).filter((name) => name.endsWith('.jinja'))) {
  const source = readFileSync(`${folder}/${file}`, 'utf8');
  const specialTokens = { bos_token: '<s>', eos_token: '</s>' };
  const end = await endOf(source, specialTokens);
  const template = await createChatTemplate({ name: file, source, endTokens: [end], specialTokens });
  const { toolCallFormat, showsTools } = template;
  const kind = showsTools === false ? 'tools left out' : toolCallFormat.unreadable === undefined ? 'found' : 'refused';
  counts[kind]!++;
  const why = kind === 'refused' ? toolCallFormat.unreadable!.slice(file.length, file.length + 120) : '';
  console.log(`${file.padEnd(64)} ${kind.padEnd(15)} ${kind === 'refused' ? why : toolCallFormat.name}`);
}
console.log(counts);

/** The token behind an answer; a template alone does not say which one ends a turn. */
async function endOf(source: string, specialTokens: { readonly [name: string]: string }): Promise<string> {
  const template = await createChatTemplate({ source, endTokens: ['</s>'], specialTokens, toolCallFormat: 'hermes' });
  try {
    const text = template.render([
      { role: 'user', content: 'Q' },
      { role: 'assistant', content: 'ANSWER' },
    ]);
    return /<[^<>\s]+>|\[[^[\]\s]+\]?/.exec(text.slice(text.indexOf('ANSWER') + 6))?.[0] ?? '</s>';
  } catch {
    return '</s>';
  }
}
