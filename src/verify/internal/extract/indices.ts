/** n ∈ ℤ, "n an integer" */
const INTEGERS = /\\in\s*\\(?:mathbb\s*\{?\s*Z\s*\}?|Z(?![A-Za-z]))|\bintegers?\b|∈\s*ℤ/;
/** What follows an answer and keeps its letter to some integers: "for n ∈ {0, 1, 2}", "where k ∈ ℕ", "n = 0, 1". */
const SOME =
  /^[\s$)\]}\\,;(]*(?:\\text\s*\{)?\s*(?:for|where|with|when|if|and)?[\s}$\\(,]*([a-z])[\s$]*(?:(?:\\in|∈)[\s$]*(?:\\\{|\{|\\mathbb\s*\{?\s*N|ℕ|\[)|(?:=|>|<|\\geq?(?![a-z])|\\leq?(?![a-z])|≥|≤)\s*-?\d)/;

/** Whether the ground truth counts with every integer, and what stands behind the answer lets it count with some only. */
export function countsWithSome(answer: string, after: string, groundTruth: string): boolean {
  if (!INTEGERS.test(groundTruth) || /\\in(?![a-z])|∈/.test(answer)) return false;
  const letter = SOME.exec(after.slice(0, 80))?.[1];
  return letter !== undefined && new RegExp(`(?<!\\\\[a-z]*)${letter}`).test(answer);
}
