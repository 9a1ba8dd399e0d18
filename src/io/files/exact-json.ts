/** Where a number may be that a double does not hold. */
const SUSPECT = /\d{16}|[eE]\+?\d{3}/;

/**
 * Parses JSON without a digit of a whole number lost: one beyond 2^53 is given as the text of its digits, and so is a number too
 * large for a double. Fractions are doubles, as everywhere.
 *
 * @throws SyntaxError for anything but JSON.
 */
export function parseExactJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  return SUSPECT.test(text) ? (JSON.parse(withLongNumbersQuoted(text)) as unknown) : value;
}

const QUOTE = 0x22;
const NUMBER = /-?\d[\d.eE+-]*/y;

/** @param text - JSON. */
function withLongNumbersQuoted(text: string): string {
  let quoted = '';
  let copied = 0;
  for (let at = 0; at < text.length;) {
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0];
    if (number === undefined) {
      at = text.charCodeAt(at) === QUOTE ? endOfString(text, at) : at + 1;
      continue;
    }
    if (isLossy(number)) {
      quoted += `${text.slice(copied, at)}"${number}"`;
      copied = at + number.length;
    }
    at += number.length;
  }
  return quoted + text.slice(copied);
}

function isLossy(number: string): boolean {
  const value = Number(number);
  return !Number.isFinite(value) || (/^-?\d+$/.test(number) && !Number.isSafeInteger(value));
}

/** @returns Where a text that begins at `start` is over. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === '\\') first--;
    if ((end - first) % 2 === 0) return end + 1;
  }
}
