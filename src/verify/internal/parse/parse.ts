import type { Link, Node } from './ast.js';
import { Cursor, ParseFailure, type Grammar } from './cursor.js';
import { withoutLayout } from './environments.js';
import { readFactor, readProduct, readSets, readSum } from './expressions.js';
import { argumentOf } from './implications.js';
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
 * @throws ParseFailure when it is no mathematics; LimitReached when it is too long or too deep.
 */
export function parseAnswer(text: string, commas: 'group' | 'separate' = 'group'): Node {
  return parseTokens(tokenize(text), commas);
}

export function parseTokens(tokens: readonly Token[], commas: 'group' | 'separate'): Node {
  const shown = withoutLayout(tokens);
  const argument = argumentOf(shown);
  if (argument === undefined) return parseWhole(shown, commas);
  const conclusion = parseWhole(argument.conclusion, commas);
  const { link } = argument;
  const premises = argument.premises.flatMap((premise) => parsePremise(premise, commas, link));
  return premises.length === 0 ? conclusion : { kind: 'implication', premises, conclusion, link };
}

/**
 * A premise in words alone says nothing that could be another answer, nor do words before it. One with a relation in it has to
 * be understood; of a reason behind the answer, which may be a sentence, only what is understood counts.
 */
function parsePremise(tokens: Token[], commas: 'group' | 'separate', link: Link): readonly Node[] {
  if (!tokens.some(({ kind }) => kind === 'relation')) return [];
  try {
    return [parseWhole(tokens, commas)];
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    const said = tokens.findIndex(({ kind }) => kind !== 'word');
    if (said > 0) return parsePremise(tokens.slice(said), commas, link);
    if (link === 'since') return [];
    throw error;
  }
}

function parseWhole(tokens: Token[], commas: 'group' | 'separate'): Node {
  const c = new Cursor(tokens, commas, GRAMMAR);
  const node = readList(c);
  while (c.at('.') || c.at(',') || c.at(';') || c.at('\\\\') || c.at(':')) c.position++;
  if (c.peek().kind !== 'end') c.fail('expected the end');
  return node;
}
