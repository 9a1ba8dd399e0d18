/** Several values in prose, and what each is of. */
export interface Parts {
  readonly labels: readonly string[];
  readonly values: readonly string[];
}

const ENUMERATIONS: readonly RegExp[] = [
  /(?:^|[\s,;.])\(?part\s*\(?([a-e]|[1-5]|i{1,3}|iv|v)\)?\s*[:.)=]\)?\s*/gi,
  /(?:^|[\s,;.])\(([a-e]|[1-5]|i{1,3}|iv|v)\)\s*[:=]?\s+/gi,
  /(?:^|[\s,;.])([a-e]|[1-5]|i{1,3}|iv|v)\)\s+/gi,
  /(?:^|[\s,;.])([A-E])\s*:\s+/g,
];
const ORDERS = ['a b c d e', '1 2 3 4 5', 'i ii iii iv v'].map((order) => order.split(' '));

const VERB = /^(.*?[A-Za-z].*?)\s*(?:\b(?:is|are|was|were|equals|has|have|gets|scores)\b|=|:)\s*(.+)$/;
const BARE =
  /^((?:the )?(?:min(?:imum)?|max(?:imum)?|smallest|largest|least|greatest)(?: value)?)\s+(?=[-$\\\d])(.+)$/i;
const REVERSED =
  /\b(?:not|if|let|when|then|since|because|suppose|unless|either|neither|wrong|could|might|than|between)\b/i;

/** @returns The values of an enumeration, "(a) 3 (b) 5", in order; undefined for any other text. */
export function enumerated(text: string): Parts | undefined {
  // Every enumeration starts with a bracket, a letter or a number and goes on.
  if (text.length < 6 || !/^(?:part\b|\(?[a-eiv1-5]{1,3}\)|[A-E]\s*:)/i.test(text)) return undefined;
  for (const pattern of ENUMERATIONS) {
    const marks = [...text.matchAll(pattern)];
    const labels = marks.map((mark) => mark[1]!.toLowerCase());
    const isCounted =
      marks.length > 1 &&
      marks[0]!.index === 0 &&
      ORDERS.some((order) => labels.every((label, k) => label === order[k]));
    if (!isCounted) continue;
    const values = marks.map((mark, k) =>
      text.slice(mark.index + mark[0].length, marks[k + 1]?.index).replace(/[\s,;.]+(?:and)?\s*$/, ''),
    );
    if (values.every((value) => value !== '')) return { labels, values };
  }
  return undefined;
}

/**
 * @param sentences - Several sentences may give one value each.
 * @returns The values of a text that gives two things or more: "the minimum is 3 and the maximum is 5".
 */
export function clauses(text: string, sentences: boolean): Parts | undefined {
  if (text.length > 400 || REVERSED.test(text)) return undefined;
  if (!sentences && /[.!?]\s+\S/.test(text)) return undefined;
  const pieces = text
    .replace(/[.\s]+$/, '')
    .split(/\s*[,;]\s*(?:and\s+|while\s+)?(?=[A-Za-z])|\.\s+(?=[A-Z])|\s+(?:and|while)\s+(?=[A-Za-z])/);
  if (pieces.length < 2) return undefined;
  const parts = pieces.map((piece) => BARE.exec(piece) ?? VERB.exec(piece));
  if (parts.some((part) => part === null || !/[A-Za-z]{3}/.test(part[1]!) || /=|\b(?:is|are)\b/.test(part[2]!)))
    return undefined;
  return { labels: parts.map((part) => labelOf(part![1]!)), values: parts.map((part) => part![2]!) };
}

function labelOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(?:the|value|values|of|its|a|an)\b/g, ' ')
    .replace(/\bmax\b/g, 'maximum')
    .replace(/\bmin\b/g, 'minimum')
    .replace(/\s+/g, ' ')
    .trim();
}
