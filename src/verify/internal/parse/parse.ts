import type { Node } from './ast.js';
import { Cursor } from './cursor.js';
import { withoutLayout } from './environments.js';
import { parseList } from './expressions.js';
import { tokenize, type Token } from './tokens.js';

/**
 * Parses a whole answer as mathematics.
 *
 * @throws ParseFailure when it is none; LimitReached when it is too long or too deep.
 */
export function parseAnswer(text: string, commas: 'group' | 'separate' = 'group'): Node {
  return parseTokens(tokenize(text), commas);
}

export function parseTokens(tokens: readonly Token[], commas: 'group' | 'separate'): Node {
  const c = new Cursor(conclusionOf(withoutLayout(tokens)), commas);
  const node = parseList(c);
  while (c.at('.') || c.at(',') || c.at(';') || c.at('\\\\') || c.at('?') || c.at(':')) c.position++;
  if (c.peek().kind !== 'end') c.fail('expected the end');
  return node;
}

/** What stands after the last ⇒, "so" or "hence": x² = 4 ⇒ x = ±2 answers x = ±2. */
function conclusionOf(tokens: Token[]): Token[] {
  const at = tokens.findLastIndex(
    (token, k) =>
      (token.kind === 'sign' && token.text === '⇒') ||
      (k > 0 && token.kind === 'word' && /^(?:hence|so|thus|therefore)$/i.test(token.text)),
  );
  return at < 0 || at >= tokens.length - 2 ? tokens : tokens.slice(at + 1);
}
