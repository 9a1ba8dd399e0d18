/** Where each token begins in the text that they make. */
function offsetsOf(texts: readonly string[]): number[] {
  let offset = 0;
  return texts.map((text) => {
    const start = offset;
    offset += text.length;
    return start;
  });
}

/** The words of a text, each by the token in which it begins; in small letters. The first of several in one token. */
export function wordStarts(texts: readonly string[]): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  const tokenAt = tokenFinder(texts);
  for (const { 0: word, index } of texts.join('').matchAll(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu)) {
    const token = tokenAt(index);
    if (!words.has(token)) words.set(token, word.toLowerCase());
  }
  return words;
}

/** Whether each token has a part in one of the phrases, which stand there as whole words in any case. */
export function phraseTokens(texts: readonly string[], phrases: readonly string[]): boolean[] {
  const within = texts.map(() => false);
  const tokenAt = tokenFinder(texts);
  const text = texts.join('');
  for (const phrase of phrases) {
    const pattern = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
    for (const { 0: found, index } of text.matchAll(
      new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'),
    ))
      for (let t = tokenAt(index); t <= tokenAt(index + found.length - 1); t++) within[t] = true;
  }
  return within;
}

/** @returns A function that says in which token a character stands; it is asked for places that do not go back far. */
function tokenFinder(texts: readonly string[]): (place: number) => number {
  const offsets = offsetsOf(texts);
  return (place) => {
    let [low, high] = [0, offsets.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (offsets[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}
