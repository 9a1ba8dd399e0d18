import { TENS, UNITS } from '../parse/units/scale-words.js';

/** A piece of the text behind an answer. */
export interface Token {
  /**
   * - `value`: a possible answer; `spelled`: a possible answer in words;
   * - `formula`: an equation, a relation, a name, a number within something else: part of an explanation;
   * - `break`: the end of a clause; `stop`: the end of a sentence.
   */
  readonly kind: 'word' | 'value' | 'spelled' | 'formula' | 'operator' | 'break' | 'stop';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const GROUP = String.raw`\{(?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]{0,40}\}){0,80}\}){0,80}\}`;
const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+(?!\d)|(?:\d+ (?=\d+\/\d))?\d+)(?:\.\d+)?(?:\/\d+)?`;
const LIST = String.raw`-?${DIGITS}(?:\s*,\s*-?${DIGITS})`;
const HAN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const NUMBER_WORD = String.raw`(?:${[...UNITS, ...TENS].join('|')}|hundred|thousand|hal(?:f|ves)|(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?)`;
const NUMERAL = String.raw`${NUMBER_WORD}(?!\p{L})`;
const TRUTH = 'yes|no|true|false';
const PAUSE = 'but|although|though|while|whereas|yet|however';
const OPERATION = 'times|plus|minus|divided|multiplied|squared|cubed';

const TOKEN = new RegExp(
  [
    // Formulas: x = 5, between delimiters, in another box.
    String.raw`(?<![\p{L}\\])([A-Za-z]\s*=\s*-?[\d./]*\d)(?![\w^]|\s*[*+=^×·-])|\$\$([^$]{1,200})\$\$(?!\d)|\$([^$\n]{1,160})\$(?!\d)|\\\(([^\n]{1,160}?)\\\)|\\\[([^]{1,200}?)\\\]|\\(?:boxed|fbox)(${GROUP})`,
    // Values without delimiters: pairs, sets, commands, numbers.
    String.raw`([([]\s*${LIST}{1,3}\s*[)\]]|\\?\{\s*${LIST}{0,5}\s*\\?\}|-?\\[a-zA-Z]+${GROUP}(?:${GROUP})?|-?\\[dt]?frac\d\d|-?\\pi(?![A-Za-z])|(?<![\p{Script=Latin}\d.])(?:(?<=[(\s,:：，、]|^)-)?(?:${DIGITS}|\.\d+)(?:\s?\\?%|°)?(?![\w^(\\]|[:–-]\d|[.,]\d))`,
    // Numbers in something else: 2x, 3:15, 2–5.
    String.raw`(\d[^\s,;。，；、)）${HAN}]*)`,
    String.raw`(${NUMERAL}(?:[- ]${NUMERAL}){0,4}|(?:${TRUTH})(?!\p{L}))`,
    String.raw`((?:${PAUSE})(?!\p{L})|[,;:，；、：()（）[\]—–→⇒|~…"“”]|--+|\.\.+)`,
    String.raw`<\/?[a-z][^<>\n]{0,60}>`,
    String.raw`((?:${OPERATION})(?!\p{L})|[=≈≠<>≤≥≡∈×÷·^±+/]|\\[a-zA-Z]+|-)`,
    String.raw`([${HAN}]+|(?:(?![${HAN}])[\p{L}\p{M}'’])+(?:-(?:(?![${HAN}])\p{L})+)*)`,
    String.raw`(?:(?:[.!?](?=\s|$|["”<)|}])|[。！？।]|(?<!:\s*)\n)+)`,
  ].join('|'),
  'giu',
);

/** Most tokens are words. This pattern reads them faster than `TOKEN` does. */
const PLAIN_WORD = /[a-z]{2,}(?=[\s,.;:!?)]|$)/iy;
const OTHER_WORD = new RegExp(`^(?:${NUMBER_WORD}|${TRUTH}|${PAUSE}|${OPERATION})$`, 'i');

const RELATION =
  /[=<>≤≥≈≠≡∈]|\\(?:leq?|geq?|l[et]|g[et]|neq?|approx|equiv|in|mid|to|implies|iff|Rightarrow|sim)(?![A-Za-z])/;
const NAME = /^\s*[a-zA-Z](?:_\w)?\s*$/;
const LETTER = /^\W*[A-HJ]\W*$/;
/** A row of a table, a block of code, the number or the letter of a list item, a mark of formatting. */
const LAID_OUT =
  /^[^\S\n]*\|.*\|[^\S\n]*$|```[^]*?(?:```|$)|^[^\S\n]*(?:[-*•][^\S\n]+)?\(?(?:\d{1,2}|[A-Ja-j])[.)：:](?=[^\S\n]+\S*\p{L}{2})|^[^\S\n]*[-*•#>]+[^\S\n]+|(?<=\p{L})<su[pb]>[^<\s]{1,4}<\/su[pb]>|\[\^\w{1,9}\]:?|\[\d\]|\*\*|__|`|\*(?!\s?\d)|^_(?:\{[^{}]*\}|\w)/gmu;
/** The head of a table that offers answers. The cells of other tables are explanations. */
const TABLE_OF_ANSWERS = /^[^\S\n]*\|.*\b(?:alternative|backup|fallback|guess|other answer)/im;
const IN_TEXT = /\\(?:text(?:bf|it|rm|sc)?|mathrm|mbox|emph|footnote(?:text)?|marginpar|thanks)\s*\{([^{}\n]{0,60})\}/g;
const EITHER = /\\(?:lor|vee)(?![A-Za-z])|∨/g;
/** A full stop that does not end a sentence, and what follows it. */
const ABBREVIATION = /(?<!\p{L})(?:i\.e|e\.g|vs|cf|approx|resp|no|fig|eq|etc)\.(?=\s+[^\s\p{Lu}])/giu;
const GOES_ON = /\.\s+[^\sA-Za-z]/;
/** How many sentences are read: the answer's own and five more. */
export const SENTENCES = 6;

/**
 * @param inFormula - Whether the answer stands in a formula that goes on.
 * @param letters - Whether single capitals are choices.
 * @param name - The variable of the answer, as x in x = 5.
 * @returns The tokens of the text behind an answer, in order.
 */
export function tokensBehind(after: string, inFormula: boolean, letters: boolean, name?: string): readonly Token[] {
  const read = TABLE_OF_ANSWERS.test(after) ? after.replaceAll('|', ',') : after;
  let text = read.replace(LAID_OUT, (part) => part.replace(/[^\n]/g, ' '));
  if (inFormula) text = text.replace(/\$\$?|\\[)\]]/, (part) => ' '.repeat(part.length));
  if (GOES_ON.test(text)) text = text.replace(ABBREVIATION, (part) => part.replaceAll('.', ' '));
  if (/[\\∨]/.test(text))
    text = text
      .replace(IN_TEXT, (part, words: string) => ` ${words}`.padEnd(part.length))
      .replace(EITHER, (part) => 'or'.padEnd(part.length));
  const tokens: Token[] = [];
  let sentences = 0;
  for (let at = 0; at < text.length && sentences < SENTENCES; at = tokens.at(-1)!.end) {
    while (text[at] === ' ') at++;
    PLAIN_WORD.lastIndex = at;
    const plain = PLAIN_WORD.exec(text)?.[0];
    if (plain !== undefined && !OTHER_WORD.test(plain)) {
      tokens.push({ kind: 'word', text: plain, start: at, end: at + plain.length });
      continue;
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) break;
    const [whole, given, a, b, c, d, boxed, value, chunk, spelled, pause, operator, word] = match;
    const content = (given ?? a ?? b ?? c ?? d ?? boxed?.slice(1, -1))?.trim();
    const [start, end] = [match.index, match.index + whole.length];
    const add = (kind: Token['kind'], part = whole): void => void tokens.push({ kind, text: part, start, end });
    if (content !== undefined) {
      const [letter, rest] = assigned(content);
      if (letter !== undefined && letter === name) add('value', rest);
      else
        add(
          (letters && LETTER.test(content)) || !(RELATION.test(content) || NAME.test(content)) ? 'value' : 'formula',
          content,
        );
    } else if (value !== undefined) add('value');
    else if (chunk !== undefined) add('formula');
    else if (spelled !== undefined) add('spelled');
    else if (operator !== undefined) add(operator === '-' && tokens.at(-1)?.kind === 'word' ? 'break' : 'operator');
    else if (pause !== undefined) add('break');
    else if (word !== undefined) add(letters && LETTER.test(word) && word === word.toUpperCase() ? 'value' : 'word');
    else {
      if (tokens.length > 0 && tokens.at(-1)!.kind !== 'stop') sentences++;
      add('stop');
    }
  }
  return tokens;
}

/** @returns The variable and the value of x = 5; undefined and the whole text for other texts. */
export function assigned(text: string): readonly [string | undefined, string] {
  const match = /^[\s$\\({]*([A-Za-z])\s*=\s*([^=<>]+)$/.exec(text);
  return match === null ? [undefined, text] : [match[1]!, match[2]!];
}
