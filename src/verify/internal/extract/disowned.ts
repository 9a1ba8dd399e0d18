import { NOUNS } from './foreign.js';

/** Words that call a value wrong, without the verb. */
const WRONG = String.raw`(?:(?:wrong|incorrect|false|untrue|mistaken|erroneous|invalid|impossible|extraneous|ruled out|(?:a |an |my )?(?:mistake|error|trap|lie|joke|typo|slip|decoy|trick|bluff|fake|placeholder)|too (?:large|small|big|high|low|many|few|much|little))(?!\p{L}))`;

/** The same in other languages. */
const WRONG_ABROAD = String.raw`(?:(?:falsch|ausgeschlossen|faux|fausse|incorrect[eoa]?|fals[oa]|equivocad[oa]|errad[oa]|sbagliat[oa]|onjuist|fout|felaktigt|błędn\p{L}+|yanlış\p{L}*|невер(?:ен|н\p{L}+)|неправильн\p{L}+|خطأ|je me suis tromp\p{L}+|ich habe mich (?:ge|ver)\p{L}+|me (?:he )?equivo\p{L}+|mi sono sbagliat[oa]|me enganei|я ошиб\p{L}+)(?!\p{L})|我?[算弄搞说写]?[错錯]了?|不[对對]|不正确|間違|違[いう]|誤り|틀[렸린려])`;

/** Denials of what comes right after them, in other languages. */
export const NOT_ABROAD = String.raw`(?:(?<!\p{L})(?:no (?:es|son)|n['’]est(?: \p{L}+)? pas|nicht|niet|non è|não é|не|inte|ikke|nie(?: jest)?|není|değil|bukan|không phải(?: là)?|δεν είναι|nu (?:este|e)|nem|ei ole|ليست?)|不是|并非|不等于)`;

/** The end of a word that stands alone. */
const ALONE = String.raw`(?=\s*(?:[,.!:;…)\]—–、，。！-]|$))`;

/** What a sentence says about a wrong value: after its verb (`UNTRUE`), or with it (`IS_WRONG`). */
const UNTRUE = String.raw`(?:(?:(?:the|all|just|now|\p{L}+ly) )*${WRONG}|(?:not|n['’]t)(?:(?: \p{L}+ly)? (?:really|exactly|quite|so|true|right|correct|valid|possible|it|(?:the |my )?(?:right |correct |final )?answer)(?!\p{L})|${ALONE}))`;
const IS_WRONG = String.raw`(?:(?:['’]s|is|are|was|were|would be|looks?|seems?|must be|has to be)(?: \p{L}+ly)*\s*${UNTRUE}|(?:cannot|can['’]t|could not|couldn['’]t) be (?:it|(?:the )?(?:right|correct|true|final|answer))(?!\p{L})|is [^.,;]{0,40}(?:it|the answer) (?:cannot|can['’]t|could not) be${ALONE}|(?:does not|doesn['’]t|did not|didn['’]t|will not|won['’]t) (?:work|fit|hold|satisfy|count|make sense)(?!\p{L})|fails?(?!\p{L}))`;

/** Filler words at the start of a sentence. */
const FILLERS = String.raw`(?:(?:but|no|and|so|then|in (?:truth|fact|reality)|well|wait|hmm+|hold on|actually|although|however|though|yet|oh|ah|ok(?:ay)?|sorry|mais|aber|pero|но)(?!\p{L})[\s,.!:;…—–-]*)*`;
const NO = String.raw`(?:(?:no|nope|nah|not|non|nein|nee|nej|nie|ne|não|нет|hayır)(?:${ALONE}|\s+(?=wait|espera|warte))|いや|いいえ|아니|不[,，。]|不是(?!\s*[$\\(]*-?\d)|等等|等一下)`;
const SAID_OF_IT = String.raw`(?:that|this|it|which|they|(?:the|my) (?:final |last )?(?:answer|value|number|result|box)(?: above)?|everything(?: above)?)\s*${IS_WRONG}`;
const SAID_OF_ME = String.raw`(?:i|we)(?:['’](?:m|d|ll|ve)| am| was| have| must| should| will| would| need to| have to| hereby)*(?: just| also| now)?\s+(?:(?:take|took) (?:that|this|it|everything) back|retract|withdraw|revise|reconsider|(?:don['’]t|do not) think so|doubt (?:it|that|this)|meant|mis(?:read|counted|spoke|typed)|forgot|overlooked|missed|lied|lying|joking|kidding|made an? (?:\p{L}+ )?(?:mistake|error|slip)|${WRONG})(?!\p{L})`;
/** "The answer is one less than that", "its negative" */
const CORRECTED = String.raw`the (?:(?:correct|real|true|right|actual) )?(?:answer|value) is (?:its(?! own)|[^.\d]{0,30}(?:of|than|times|twice|half|double) (?:it|that|this))(?!\p{L})`;
const IDIOMS = String.raw`(?:(?:scratch|strike|ignore|disregard|forget|cancel) (?:that|this|it|the|my)|never ?mind|sorry(?! (?:for|about|that))|oops|whoops|edit|correction|corrected|erratum|apologies|pardon(?: me)?|excuse me|said no(?:body| ?one)|my (?:bad|mistake|apologies)|typo|(?:just )?kidding|on second thoughts?|far from it|of course not|except(?: that)? (?:it|this|that)|not? (?:really|exactly|quite|so fast|true|right|correct|it|the (?:right |correct |final )?answer))(?!\p{L})`;

/** Words that take a value back: "No, wait", "that was a lie", "不对". */
const RETRACTION = String.raw`(?:[❌✗✘🚫]|${FILLERS}(?:${NO}|(?:${WRONG}|${WRONG_ABROAD})${ALONE}|${SAID_OF_IT}|${SAID_OF_ME}|${CORRECTED}|${IDIOMS}|(?:(?:das|dies|es) ist|c['’]est|est[oe] es|eso es|isso (?:é|está)|questo è|это|这是?|これは|그것은)\s*${WRONG_ABROAD}))`;
const TAKEN_BACK = new RegExp(
  String.raw`^[^\p{L}\p{N}❌✗✘🚫]*(?:(?:check|test|verif\p{L}+)[^?\n]{0,80}\?\s*)?${RETRACTION}|^[^\d.!?\n]{0,80}, (?:so|hence|thus|therefore) ${SAID_OF_IT}`,
  'iu',
);
const ASIDE = new RegExp(
  String.raw`(?:(?:[,，;；:(（[—–…]|\s-+\s|\.\.+|\s(?=(?:but|yet|though|although|however)\s))[\s*"“]*|(?=[❌✗✘🚫]))${RETRACTION}`,
  'iu',
);

/** A pause. It takes the value back unless the following text confirms it. */
const DOUBT = /^[^\p{L}\p{N}]*(?:(?:but|and|oh|ok(?:ay)?)[\s,]+)*(?:wait|hold on|hang on|hmm+)(?!\p{L})/iu;
const CONFIRMED = /\b(?:yes|indeed|correct|right|confirm\w*|checks? out|fine)\b(?!\s*\?)/i;

/** Whether the next sentence takes the value back. */
export function isTakenBack(next: string): boolean {
  return /[^\s$.)\]}\\*!?]/.test(next) && TAKEN_BACK.test(next);
}

/** Whether the next sentence doubts the value without confirming it. */
export function isReconsidered(next: string, value: string): boolean {
  return DOUBT.test(next) && !next.includes(value) && !CONFIRMED.test(next);
}

/** Whether what a sentence says behind its value takes it back, in brackets or after a comma or a dash; a reason may call something else wrong. */
function isTakenBackIn(sentence: string): boolean {
  return ASIDE.test(sentence.replace(REASON, ''));
}

/** Negations that do not deny the value after them: "it is not hard to see that". */
const HARMLESS =
  /\b(?:not|n't) (?:too |very |so |at all )?(?:hard|difficult|surprising|a surprise|a coincidence|only)\b|\b(?:no|without|not|beyond|cannot)(?: a| any| be)? (?:doubt\w*|question|surprise|denying)\b/gi;

/** "It is not the case that the answer is", "I do not think it is". */
const DENIED_THAT =
  /(?:\b(?:not|never|cannot|no|nobody|none|nothing|false|untrue|incorrect|wrong|mistaken|hardly|without|neither|nor|den(?:y|ies|ied|ying)|reject\w*|disagree\w*|refut\w*|disprov\w*|doubt\w*|unlikely|impossible|contrary)|n['’]t)(?:\s+[\w'’-]+){0,3}\s+that(?:\s+(?:[\w'’-]+\s+){0,3}(?:answer|result|solution|value|sum|total|number|it|[a-z])\b|\s*$)|(?:\b(?:not|never|cannot|hardly)|n['’]t)\s+(?:\w+\s+)?(?:think|believe|agree|claim|say|mean|accept|conclude|suggest|imply|follow)\b/i;

/** A condition that is contrary to fact. */
const CONTRARY = /\b(?:if|had|were|unless)\b[^.]*\b(?:were|had|would|could|might)\b/i;
const CONDITIONAL = /\bif\b/i;
const UNFULFILLED = /^[\s"”*)]*(?:but|however|yet|unfortunately|alas|since|as)\b/i;

/** "The answer would have been", "we would get": the value of a case that is not given. */
const WOULD =
  /\b(?:answer|result|solution|value|it|this|that|we|i)\b[^.,;]{0,40}\b(?:would|should|could|might)(?: then| thus| also)? ((?:have (?:been|given|got(?:ten)?|had|obtained|found))|be|equal|get|have|obtain|give)[\s:]*$/i;
const IF_ONLY = /(?:^|[\s,;—–-])(?:if|had|were|unless|provided|but|yet|however|except|only)\b/i;

/** 假如 n 是偶数，答案就会是 */
const WOULD_HAN =
  /(?:假[如若使设設]|如果|如若|若|要是|倘[若使]?|万一|萬一|除非)[^。；;]*(?:答案|结果|結果|解|值)[^，,。；;]{0,6}[会會将將][^，,。；;]{0,4}?(?:是|为|為|得|等于|等於|变成)?[\s:：=*$\\([{]*$/u;

/** Whether the sentence gives the value of a case that is not given: "would be 12 if n were even". */
function isCounterfactual(before: string, after: string): boolean {
  const verb = WOULD.exec(before)?.[1];
  if (verb === undefined) return WOULD_HAN.test(before);
  return /have /.test(verb) || IF_ONLY.test(after) || CONDITIONAL.test(before);
}

/** "I got 5 wrong" */
const REMARKED_WRONG = /^[\s)\]}"”'*]*(?:wrong|incorrect|extraneous|invalid|impossible|false)\b/i;

const REASON = /\b(?:since|because|as|for)\b.*$/is;

/** Whether the sentence denies the value, or gives it for a case that is not given. */
export function isDisowned(before: string, after: string, next: string): boolean {
  if (REMARKED_WRONG.test(after) || CALLED_WRONG.test(after) || isTakenBackIn(after)) return true;
  if (CONTRARY.test(before) || isCounterfactual(before, after)) return true;
  if (CONDITIONAL.test(before) && UNFULFILLED.test(next)) return true;
  return DENIED_NEXT.test(before) || DENIED_THAT.test(before);
}

/** @returns The words without harmless negations. */
export function withoutHarmless(before: string): string {
  return before.replace(HARMLESS, '');
}

/** "The answer is not", "we can rule out", "wrong:", "anything but", "nicht". Matched backwards from the end, which is much faster. */
const DENIED_NEXT = new RegExp(
  String.raw`$(?<=(?:(?:^|(?<!\p{L})(?:is|are|was|be|\p{L}+ly|but|and)\s+)(?:not|never)|(?<!\p{L})(?:isn['’]t|aren['’]t|wasn['’]t|can['’]t be|cannot be|rules? out|ruled out|ruling out|reject|exclude|discard|(?:anything|everything|all) (?:but|except)|(?<=(?:^|[,;:] |(?:is|be|are|equals?) ))(?:any|every)(?: (?:other|real|whole|natural|positive|single|possible))*(?: (?:numbers?|values?|integers?|answers?|options?|choices?|letters?|results?|one))? (?:but|except(?: for)?|other than|apart from|besides|save)|instead of|rather than|(?:differs?|different|distinct|far) from|(?:${WRONG}|not|tempting|lying|refuse|decline|foolish)(?: (?:is|was))?(?: (?:to|if i|if we))? (?:answer|sa(?:y|id)|wr(?:ite|ote)|conclude|claim|put|box))|(?:^|[,;] )(?:the |an? )?(?:${WRONG}|not)(?: the| an?)?(?: \p{L}+)?:|(?<!\p{L})(?<!number of )${WRONG} (?:answer|result|value|solution|choice|guess|approach|method|way|count)(?: is| was| would be| gives| yields| leads to)?(?: the)?(?: answer| result)?|${NOT_ABROAD})[\s([]*)`,
  'iu',
);
/** DENIED_THAT up to the box. */
const DENIED_UP_TO = new RegExp(`(?:${DENIED_THAT.source})[^,;]*$`, 'i');
const CALLED_WRONG = new RegExp(
  String.raw`^[\s$*)\]}\\]*(?:${IS_WRONG}|(?:(?:ist|est|es|est[áà]|è|é|is|är|er|jest|je|это|是|は|[은는이가])?\s*|.{0,30}[,，] ?\p{L}+ \p{L}+ )${WRONG_ABROAD}|(?:ist |är |er |is )?${NOT_ABROAD}[^\d.,]{0,20}?(?:${NOUNS.source}|richtig|correct[aeo]|正确)|では(?:ない|ありません)|じゃない|は?正しく|[이가]\s*아[니닙]|değil|नहीं)`,
  'iu',
);

const ANSWER = String.raw`(?:(?:the|our|my|this|la|die|das|le|el|o|a|il) )?(?:(?!then )\p{L}+ )?(?:answers?|results?|solutions?|values?|it|this|that|antwort|lösung|ergebnis|réponse|solution|respuesta|resposta|risposta|solución|ответ|odpowiedź)(?!\p{L})`;
/** "Suppose the answer is": a sentence about the answer itself, up to the box. */
const SUPPOSED = new RegExp(
  String.raw`^(?:(?:so|now|then|but|and|well|first|let us|let['’]?s|please|just)[\s,]+)*(?:suppos(?:e|ing)|assum(?:e|ing)|imagine|pretend|say|if|unless|whether|angenommen|supposons|suponga\p{L}*|suponha\p{L}*|supponiamo|предположим|допустим|załóżmy)(?!\p{L})[,\s]*(?:(?:that|dass|que|что|że|che) )?${ANSWER}(?: (?!then )[^\s,;]+){0,3}[\s:=]*$|(?:假[设設如]|如果|若|要是)(?:最[终后終])?(?:的|正确)?(?:答案|结果)[^，,；;]{0,6}$`,
  'iu',
);

/** Whether the sentence with a box denies, supposes or asks it, or gives it for another case, or the next sentence takes it back. */
export function isDeniedBox(before: string, after: string, next: string): boolean {
  const opening = withoutHarmless(before);
  if (DENIED_NEXT.test(opening) || DENIED_UP_TO.test(opening) || isTakenBack(next)) return true;
  if (isCounterfactual(opening, after) || SUPPOSED.test(opening)) return true;
  if (/^[\s$)\]}*]*(?:[吗嗎么]|(?:です)?か)?\s*[?？]/u.test(after) && !/[?？]/.test(opening)) return true;
  return /\p{L}|❌/u.test(after) && (CALLED_WRONG.test(after) || isTakenBackIn(after));
}
