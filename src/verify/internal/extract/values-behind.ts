import { NOT_ABROAD } from './denials.js';
import { assigned, type Token } from './tokens-behind.js';

/** A value behind an answer that nothing explains. */
export interface ValueBehind {
  readonly text: string;
  /** The word right behind it: its unit, or what is counted. */
  readonly unit?: string;
  /** The words say that it may be the answer. */
  readonly offered: boolean;
}

/** The sentence of the answer and this many more are read. */
const SENTENCES = 5;

/** Words that offer another answer, whatever else is said. */
const OFFERS = new RegExp(
  String.raw`(?<!\p{L})(?:maybe|perhaps|possibly|otherwise|else|elsewise|belki|failing (?:that|which)|(?:made|argue) for|also (?:take|accept|count|consider|allow|try)|(?:reading|interpretation)|(?:it|this|that|which|(?:the|my) answer|^) ?(?:(?:could|might|may)(?: very)?(?: well| just)?|can(?= (?:also|as well|equally)))(?: (?:also|as well|equally|possibly|even))*(?: be| equal)?|(?:another|one other|(?:the )?other|an?|second|alternative|alternate|different|further|competing|my)(?: \p{L}+)? (?:possibility|candidate|option|guess|choice|alternative|reading)|(?:another|an? (?:second|alternative|alternate|different|further|competing)) (?:\p{L}+ )?(?:answer|solution|value)|(?:some|others|many)(?: people)?(?: \p{L}+)? (?:say|argue|answer))(?!\p{L})|可能|也许|或许|说不定|没准|否则|要不|不然|备选|もしか|あるい|かもし`,
  'iu',
);
/** A bare "or" may also say the answer again, in another form. */
const OR =
  /(?<!\p{L})(?:or|alternatively|oder|ou|oppure|ili|или|либо|або|veya|lub|albo|hoặc|atau|vs|versus|through|thru)(?!\p{L})|或|还是|または|もしくは|또는|혹은|아니면/iu;

const STARTS_WITH_OR = new RegExp(`^(?:${OR.source})`, 'iu');

/** Words for an answer: a value said of them belongs to nothing else. */
const OF_ANSWER =
  /(?<!\p{L})(?:answers?|results?|solutions?|guess(?:es)?|possibilit(?:y|ies)|alternatives?|options?|choices?|backups?|interpretations?|readings?|conventions?|fallbacks?|runner-up|plan)(?!\p{L})|答案|答え|정답/iu;

/** What a value behind an answer may be of: quantities, parts of figures and of texts. */
const QUANTITIES = new RegExp(
  String.raw`(?<!\p{L})(?:sums?|products?|difference|quotient|remainder|digits?|divisors?|factors?|multiples?|primes?|roots?|zeros?|poles?|terms?|ratio|coefficients?|constant|degree|discriminant|exponent|power|squares?|cubes?|derivative|median|mean|mode|average|variance|probabilit(?:y|ies)|chance|odds|expected|areas?|volume|perimeter|circumference|lengths?|width|height|depth|distance|radius|diameter|sides?|legs?|hypotenuse|base|angles?|edges?|vert(?:ex|ices)|faces?|points?|midpoint|endpoints?|focus|slope|intercepts?|axis|period|amplitude|min|max|minim\p{L}+|maxim\p{L}+|bounds?|limit|order|rank|dimension|determinant|trace|eigenvalues?|the count|price|cost|profit|discount|age|speed|rate|weight|time|year|confidence|difficulty|score|level|code|output|input|sequence|series|elements?|members?|rows?|columns?|cases?|candidates|binary|decimal|hexadecimal|octal|rounded|there|its|smaller|larger|greater|younger|older|original|initial|remaining|previous|preceding|following|next|pairs?|number of|other (?:number|integer|side|two|one)|because|since|(?!(?:it|that|let|what|here|there|he|she)['’])\p{L}+['’]s|corresponding|respectively|except|excluding|sum[aem]\p{L}*|somm[ae]|quersumme|resto|reste|rest|сумм\p{L}*|остат\p{L}*|произведение|корень|produkt|differenz)(?!\p{L})|[和积積差商余率比根项項值式径徑]|边|邊|角|面积|体积|长|宽|高|周|次数|系数|代入|数(?:是|为|分别)|[左右](?:边|端)|检验|验[算证]|나머지|합|곱`,
  'iu',
);
/** The word right before a value that makes it part of something else: prepositions, names of what is numbered, verbs. */
const BELONGS =
  /^(?:of|by|from|to|between|than|in|at|with|for|per|into|on|until|after|before|within|out|mod|modulo|over|base|the|an?|exactly|about|num(?:ber|bers)|no|step|case|problem|lemma|theorem|equation|eqn?|part|method|question|figure|fig|table|example|exercise|chapter|section|page|line|item|property|get|gets|gave|gives?|giving|yields?|yielding|equals?|has|have|had|leaves?|left|makes?|making|becomes?|contains?|needs?|takes?|pays?|costs?|earns?|used?|using|add|adding|subtract|subtracting|prints?|printed|returns?|goes|went|reach(?:es)?|does|\p{Ll}+ed|twice|double|triple|thrice|half|below|above|under|version|round|see|except|de|del|des|du|por|para|par|pour|per|di|da|von|durch|mit|für|à|na|przez|на|от|из|до|beträgt|equivalently|namely|approximately|roughly)$/iu;
/** The same at the end of Chinese words. */
const BELONGS_HAN = /(?:从|由|被|除以|乘以?|加上?|减去?|到|大于|小于|等于|第|共|剩下?|有|(?<!觉)得到?|即)$/u;
/** What takes the value of something that the text speaks of. */
const SPOKEN = /(?<!\p{L})(?:is|are|was|were|be|est|es|ist|è|é|son|jest|są)$/iu;

/** What is said to be wrong. */
const REFUSED = new RegExp(
  String.raw`(?<!\p{L})(?:not(?! \d+ but)|cannot|never|no longer|neither|nor|none|fail(?:s|ed)?|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\p{L}*|violat\p{L}+|rul(?:e|es|ed|ing) out|exclud\p{L}+|negative|instead of|rather than|mistakes?|forg[eo]t\p{L}*|ignor\p{L}+|overlook\p{L}*|too (?:large|small|big|high|low|many|few|much|little)|não|nicht|keine|non|nie|niet|inte|ikke)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})(?:не|no)(?=\s+[$\\-]*\d)|不(?:对|是|行|可能|成立|符合|满足|正确)|舍去|排除|(?:${NOT_ABROAD})(?!\p{Script=Latin})`,
  'iu',
);
const REFUSED_NEXT =
  /^\s*(?:no(?:pe)?\b|(?:but|however|this|that|it|these|they|yet)\b.*\b(?:fails?|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\w*|mistakes?|errors?|overcount\w*|violat\w+|exclud\w+|too (?:large|small|big|high|low|many|few))\b)/i;
/** Doubt refuses nothing. A condition denies nothing of what holds otherwise, and names nothing that has the value: "if that is wrong, 13". */
const CONDITION =
  /(?<!\p{L})(?:if|unless|in case|should|wenn|falls|sofern|si|se|senão|jeśli|jeżeli|если|als)(?!\p{L})[^,，.;:]*?(?=[,，:]|\s(?:then|try)\s|$|[-$\\]*\d)|(?:not|n['’]t)(?: \p{L}+)? (?:sure|certain|know|confident)(?!\p{L})|如果[^，,]*[，,]?|若[^，,]*?(?:则|[，,])|要是[^，,]*[，,]?/giu;

/** x = -3, but lengths are positive: why it is not the answer. */
const WEIGHED = /^[\s$)]*,\s*(?:but|yet|which|where|while|whereas|however|though|although)\b/i;

const FINE = String.raw`(?:fine|possible|plausible|acceptable|valid|defensible|ok|okay|correct|right|good|tempting,? too)(?: (?:too|as well|also|answers?|values?|alternative|possibility|candidate|option|choice|guess)){0,2}(?=\s*(?:[.!?)]|$|,(?! (?:but|which|though|yet))))`;
/** What may go on from a value that ends its clause, and what says that it is an answer too. */
const GOES_ON = new RegExp(
  String.raw`^(?:(?:too|also|instead|either|perhaps|maybe|possibly|otherwise|if|unless|with(?= \p{L}{2})|without|assuming|depending|as well|at (?:a \p{L}+|worst|best)|sein)(?!\p{L})|(?:is|are|being|would be|could be|may be|might be|can be|seems?|looks?|feels?|sounds?)(?: \p{L}+){0,3}? ${FINE}|(?:(?:would|could|might|may|can) )?(?:also )?(?:works?|fits?|do(?= (?:too|as well|also))),? ?(?:too|as well|also)?(?=\s*[.!?,)]|$)|(?:would|could|might|may|can) (?:also |equally )*be (?:the |an? |another )*(?:answer|possibility|${FINE})|being another|is another)|^(?:也|亦|同样|でも|かも|の可能性|です|である|だ|일 ?수|일지도|입니다|이다|예요|도)`,
  'iu',
);
/** Words that the value only follows as one more of a list. */
const LISTED = /^(?:and|or|maybe|perhaps|und|et|y|e|и|和|或)$/iu;

/** @returns The values behind an answer that nothing around them explains; `before` is the text before the answer. */
export function valuesBehind(tokens: readonly Token[], said: string, before: string, unit?: string): ValueBehind[] {
  const found: ValueBehind[] = [];
  let from = 0;
  for (let k = 0; k <= SENTENCES && from < tokens.length; k++) {
    let to = from;
    while (to < tokens.length && tokens[to]!.kind !== 'stop') to++;
    const sentence = tokens.slice(from, to);
    if (sentence.length === 0) k--;
    else if (sentence.some((token) => mayOffer(token))) {
      const end = tokens[to]?.end ?? said.length;
      const text = said.slice(sentence[0]!.start, end);
      const next = said.slice(end).split(/[.!?。！？\n](?=\s|$)/, 1)[0]!;
      if (!REFUSED.test(text.replace(CONDITION, ' ')) && !REFUSED_NEXT.test(next))
        found.push(...unexplained(sentence, text, before, from === 0, unit));
    }
    from = to + 1;
  }
  return found;
}

/** The values of a sentence that nothing in it explains. */
function unexplained(
  sentence: readonly Token[],
  text: string,
  before: string,
  isFirst: boolean,
  unit?: string,
): ValueBehind[] {
  const found: ValueBehind[] = [];
  let explained: boolean | undefined;
  let last = -1;
  for (const [at, token] of sentence.entries()) {
    if (!mayOffer(token)) continue;
    const { kind, text: value } = token;
    const clause = clauseStart(sentence, at);
    const lead = wordsOf(sentence.slice(Math.max(clause, last + 1), at));
    const earlier = lead === '' ? wordsOf(sentence.slice(0, at)) : '';
    const offers = OFFERS.test(lead) || (last < 0 && OFFERS.test(earlier));
    const or = OR.test(lead) || (last < 0 && STARTS_WITH_OR.test(earlier));
    const owns = unit !== undefined && sentence[at + 1]?.text === unit ? 1 : 0;
    const next = sentence[at + 1 + owns];
    const goesOn = next?.kind === 'word' && GOES_ON.test(text.slice(next.start - sentence[0]!.start));
    const counted =
      next?.kind === 'word' &&
      (offers || or) &&
      isEnd(sentence[at + 2 + owns]) &&
      !/^\p{Script=Han}{3}/u.test(next.text);
    if (kind !== 'value' && !offers && !or) continue;
    if (kind === 'formula' && WEIGHED.test(text.slice(token.end - sentence[0]!.start))) continue;
    const strongly = offers && lead.split(' ').length < 7;
    const between = sentence.slice(last + 1, at);
    if (explained !== undefined && between.every(goesOnList)) explained = explained && !strongly;
    else if (last >= 0 && between.length > 0 && sentence[at - 1]!.text === ':') explained = true;
    else if (last >= clause && !offers && !or) explained = true;
    else if (lead !== '' && !offers && !or && !OF_ANSWER.test(lead) && isListed(sentence, at)) explained = true;
    else explained = !strongly && isExplained(sentence, clause, at, offers || or, before, isFirst);
    last = at;
    if (explained || isApposed(sentence, at) || !(isEnd(next) || goesOn || counted)) continue;
    found.push({
      text: value,
      offered: offers || (goesOn && !/^(?:if|unless)/i.test(next.text)),
      ...(owns > 0 ? { unit: unit! } : counted && !goesOn ? { unit: next.text } : {}),
    });
  }
  return found;
}

/** @returns The value that stands before the answer with an "or" between them: "6, or maybe", "either 6 or". */
export function offeredBefore(tokens: readonly Token[]): ValueBehind | undefined {
  let at = tokens.length - 1;
  while (at >= 0 && tokens[at]!.kind === 'word') at--;
  const words = wordsOf(tokens.slice(at + 1));
  if (!/^(?:or|oder|ou|或者?)(?: (?:maybe|perhaps|possibly|else|rather|even))?$/i.test(words)) return undefined;
  if (tokens[at]?.text === ',') at--;
  if (tokens[at]?.kind !== 'value') return undefined;
  return { text: tokens[at]!.text, offered: words.includes(' ') || /^either$/i.test(tokens[at - 1]?.text ?? '') };
}

/** Values, and where the words offer them, values in words and x = 5. */
function mayOffer({ kind, text }: Token): boolean {
  return kind === 'value' || kind === 'spelled' || (kind === 'formula' && assigned(text)[0] !== undefined);
}

/** What stands between the values of a list. */
function goesOnList({ kind, text }: Token): boolean {
  return (kind === 'break' && text !== ':') || (kind === 'word' && LISTED.test(text));
}

/** Whether a value is the first of several, as "4 and 6" or "7, 8, 9" are: none of them alone is an answer. */
function isListed(sentence: readonly Token[], at: number): boolean {
  let last = at;
  for (let next = at + 1; next < sentence.length; next++) {
    const token = sentence[next]!;
    if (token.kind === 'value') last = next;
    else if (!goesOnList(token)) return last > at && token.kind !== 'word';
    else if (OR.test(token.text)) return false;
  }
  return last > at;
}

function isEnd(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'break';
}

/** Whether a value between commas only names what stands before it: "another option, B, describes". */
function isApposed(sentence: readonly Token[], at: number): boolean {
  if (at < 2 || sentence[at - 1]!.text !== ',' || sentence[at + 1]?.text !== ',') return false;
  const next = sentence[at + 2];
  return next?.kind === 'word' && !/^(?:and|or|if|then|which|maybe|perhaps|possibly|i|depending)$/i.test(next.text);
}

/** Where the clause of a value starts: behind a break; a bracket behind a word is none, as in "equation (2)". */
function clauseStart(sentence: readonly Token[], at: number): number {
  for (let k = at - 1; k >= 0; k--) {
    const { kind, text } = sentence[k]!;
    if (kind === 'break' && !(text === '(' && k === at - 1 && sentence[k - 1]?.kind === 'word')) return k + 1;
  }
  return 0;
}

function wordsOf(tokens: readonly Token[]): string {
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'spelled');
  return words.map(({ text }) => text).join(' ');
}

/** Whether a value belongs to a computation, a reference or something else that the sentence speaks of. */
function isExplained(
  sentence: readonly Token[],
  clause: number,
  at: number,
  isOffered: boolean,
  before: string,
  isFirst: boolean,
): boolean {
  const previous = sentence[at - 1]?.text === '(' ? sentence[at - 2] : sentence[at - 1];
  if (previous?.kind === 'operator' || sentence[at + 1]?.kind === 'operator') return true;
  if (previous?.kind === 'word') {
    if (BELONGS.test(previous.text) || BELONGS_HAN.test(previous.text)) return true;
    const isName = /^\p{Lu}\p{L}/u.test(previous.text) && (at > 1 || /^[A-Z]+$/.test(previous.text));
    if (isName) return true;
  }
  if (isOffered) return false;
  if (sentence.some(({ kind }) => kind === 'operator' || kind === 'formula')) return true;
  const own = wordsOf(sentence.slice(clause, at));
  const lead = (PRONOUN.test(own) ? wordsOf(sentence.slice(0, at)) : own).replace(CONDITION, ' ');
  if (OF_ANSWER.test(lead)) return false;
  // "and the father is 40" goes on with something else.
  if (isFirst && /(?:^| )and (?:the|his|her|their|every|each) \p{L}+ (?:is|are|was|were)$/iu.test(lead)) return true;
  return QUANTITIES.test(lead) || (SPOKEN.test(lead) && isSpokenOf(lead, before));
}

/** Nothing, or no more than what stands for something named before. */
const PRONOUN = /^(?:(?:this|that|it) (?:is|equals|becomes|would be))?$/i;

const COMMON = /^(?:this|that|with|then|also|other|would|value|number|have|final|correct)$/;

/** Whether the text before the answer speaks of what a sentence behind it does. */
function isSpokenOf(lead: string, before: string): boolean {
  const text = before.slice(-3000).toLowerCase();
  const words = lead.toLowerCase().split(' ');
  return words.some((word) => word.length > 3 && !COMMON.test(word) && text.includes(word));
}
