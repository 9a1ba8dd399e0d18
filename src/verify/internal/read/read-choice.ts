/** A multiple-choice letter with the answer that stands beside it, if one does. */
export interface Choice {
  readonly letter: string;
  /** What follows the letter: `12` in `(B) 12`. */
  readonly rest: string;
  /** The letter is marked as a choice, by brackets, a full stop or a word; a bare letter may be a variable. */
  readonly marked: boolean;
}

const FONT = '\\\\(?:text|textbf|textrm|textit|mathrm|mathbf|mathsf|textsf|textup|mbox|boldsymbol|bf)\\s*';
/** \textbf{(B)} 12, \text{(B) 12}, (B) 12 */
const BRACKETED = new RegExp(`^(?:${FONT}(\\{)?\\s*)?\\(\\s*([A-Ja-j])\\s*\\)\\s*(\\})?\\s*[:.]?`);
/** B. 12, B) 12, B: 12 */
const DOTTED = new RegExp(`^(?:${FONT}(\\{)?\\s*)?([A-J])\\s*(?:\\)|[.:](?=\\s|$|\\}|\\\\))\\s*(\\})?`);
const NAMED = new RegExp(
  `^(?:${FONT}\\{)?\\s*(?:option|choice|answer)s?\\s*:?\\s*\\(?\\s*([A-Ja-j])\\s*\\)?\\s*\\}?\\s*[.:]?\\s*(?=$|[^A-Za-z])`,
  'i',
);
const BARE = new RegExp(`^(?:${FONT}\\{\\s*([A-Ja-j])\\s*\\}|([A-J]))$`);

/** Another choice beside the first: (A)(B), A. 5 B. 6, A: or maybe C. */
const OTHER_LETTER =
  /(?:^|[\s,;/|&~}{\]]|\\[,;:! ])(?:\(\s*[A-J]\s*\)|[A-J]\s*[.):](?=[\s}\\]|$)|(?:option|choice|or|and)\s*(?:maybe\s*)?\(?[A-J](?![\w^]))|^[\s,;/|&]*[A-J][\s}]*$/;

/** @returns The choice an answer makes; undefined if it names none. */
export function readChoice(text: string): Choice | undefined {
  const bracketed = BRACKETED.exec(text);
  if (bracketed !== null && bracketed[2] !== undefined)
    return choice(text, bracketed[0], bracketed[2], bracketed[1], bracketed[3]);
  const named = NAMED.exec(text);
  if (named !== null) return choice(text, named[0], named[1]!, undefined, undefined);
  const dotted = DOTTED.exec(text);
  if (dotted !== null) return choice(text, dotted[0], dotted[2]!, dotted[1], dotted[3]);
  const bare = BARE.exec(text);
  if (bare === null) return undefined;
  return { letter: (bare[1] ?? bare[2])!.toUpperCase(), rest: '', marked: bare[1] !== undefined };
}

function choice(
  text: string,
  match: string,
  letter: string,
  open: string | undefined,
  close: string | undefined,
): Choice | undefined {
  let rest = text.slice(match.length).trim();
  // The group went on past the letter: its closing brace is taken off, its words stay in text mode.
  if (open !== undefined && close === undefined) rest = `\\text{${rest}`;
  // (B)-1 and (a)+b are formulas, (A) or (B) is a hedge.
  if (
    /^[-+*/^=_!,;<>']|^\\(?:cdot|times|div|pm|mp|ast|le|ge|leq|geq|lt|gt|ne|neq|in|cup|cap|to|Rightarrow|equiv)(?![A-Za-z])/.test(
      rest,
    ) ||
    /^(?:\\[a-z]+\s*\{|\s|\\[ ,;])*(?:or|and|nor|not|but)\b/i.test(rest)
  )
    return undefined;
  rest = rest.replace(/^(?:\\[ ,;:!]|\\quad|\\qquad|~|:|-|\s)+/, '');
  // (A)i is a product.
  if (/[A-Za-z]/.test(rest[0] ?? '') && /[)}]$/.test(match)) return undefined;
  if (OTHER_LETTER.test(rest) || /\b(?:wrong|incorrect|not|false|squared|cubed)\b/i.test(rest)) return undefined;
  // (x) y is a formula.
  if (rest !== '' && /[a-z]/.test(letter)) return undefined;
  return { letter: letter.toUpperCase(), rest, marked: true };
}
