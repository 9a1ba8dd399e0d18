import type { Statement } from './statements.js';

/** Where an explanation or a remark starts that is no part of the answer. */
const REMARK =
  /[,，]\s*而?(?:不是|并非)|(?:[,;]|(?<![\s,;]))\s+(?:because|since|instead of|rather than|as (?:\w+ed|shown|above|before|wanted|sought|we|was|can|in the)\b)\b|(?<=[A-Za-z]),?\s+out of\b|(?:[,;]\s*(?:(?:and|but) )?|\s(?:and|but) )(?:not|i\.e\.|e\.g\.)(?=\s)|[,;]\s*(?:q\.?e\.?d\b|(?:which is |is )?(?:an?|the) (?:[a-z-]+ ){0,3}(?:number|integer|prime|square|cube|power|fraction|multiple|constant|value|result|answer)\b)|(?<!\s)\s*\((?:not|out of|i\.e\.|e\.g\.|since|because|as|where|approx|check|see|from|by|recall|note)(?![A-Za-z])/i;

/** @returns What a statement claims, without the reasons and remarks after it; all of it where it starts with one. */
export function withoutRemark(statement: Statement): Statement {
  const match = REMARK.exec(statement.text);
  if (match === null || statement.text.slice(0, match.index).trim() === '') return statement;
  const text = statement.text.slice(0, match.index);
  return { text, start: statement.start, end: statement.start + text.length };
}

/** @returns A response without the reason or denial that its last sentence ends in: "n = 7, since 8 fails". */
export function withoutLastRemark(response: Statement): Statement {
  const { text, start } = response;
  const body = text.trimEnd();
  const from = Math.max(body.lastIndexOf('. '), body.lastIndexOf('\n')) + 1;
  const match = REMARK.exec(body.slice(from));
  if (match === null || !/[\d$]/.test(body.slice(from, from + match.index))) return response;
  const rest = text.slice(0, from + match.index);
  return { text: rest, start, end: start + rest.length };
}

const BOUND_BEFORE =
  /(?:\b(?:(?:if|suppose|assume|assuming|whether|unless)\b[^.,;]{0,60}|not|never|cannot be|can't be|isn't|impossible (?:that|for|to)[^.]{0,40}|at (?:least|most)|(?:less|more|greater|fewer|larger|smaller|higher|lower|other) than(?: or equal to)?|up to|over|under|above|below|nearly|almost|between\s+\S{1,20}\s+and|either\s+\S{1,20}\s+or|\d\S{0,20}\s+or(?:\s+\w+)?))\s*[$\\(]*\s*$/i;

/** @returns The found value with the words just before it that make another answer of it: "at least 8" is not 8. */
export function withBound(text: string, found: Statement): Statement {
  const before = text.slice(Math.max(0, found.start - 100), found.start);
  const match = BOUND_BEFORE.exec(before);
  if (match === null) return found;
  return { text: match[0] + found.text, start: found.start - match[0].length, end: found.end };
}
