import type { Node } from './ast.js';
import { Cursor, type Grammar } from './cursor.js';
import { withoutLayout } from './environments.js';
import { readFactor, readProduct, readSets, readSum } from './expressions.js';
import { conclusionOf } from './implications.js';
import { readList } from './lists.js';
import { readPrimary } from './primaries.js';
import { readItem } from './relations.js';
import type { Token } from './tokens/token-list.js';
import { tokenize } from './tokens/tokens.js';

const GRAMMAR: Grammar = {
  list: readList,
  item: readItem,
  sets: readSets,
  sum: readSum,
  product: readProduct,
  factor: readFactor,
  primary: readPrimary,
};

/**
 * Parses a whole answer as mathematics.
 *
 * @throws ParseFailure when it is none; LimitReached when it is too long or too deep.
 */
export function parseAnswer(text: string, commas: 'group' | 'separate' = 'group'): Node {
  return parseTokens(tokenize(text), commas);
}

export function parseTokens(tokens: readonly Token[], commas: 'group' | 'separate'): Node {
  const c = new Cursor(conclusionOf(withoutLayout(tokens)), commas, GRAMMAR);
  const node = readList(c);
  while (c.at('.') || c.at(',') || c.at(';') || c.at('\\\\') || c.at(':')) c.position++;
  if (c.peek().kind !== 'end') c.fail('expected the end');
  return node;
}
