/** Connectives that conclude, before a declaration or within it. */
const CONCLUDES =
  /(?:所以|因此|于是|故|从而|因而|综上(?:所述)?|总之|最终|最后|由此(?:可得|可知)?|よって|したがって|従って|ゆえに|以上より|따라서|그러므로|즉|(?<!\p{L})(?:por (?:lo )?tanto|por consiguiente|entonces|así(?: que| pues)?|luego|en conclusión|finalmente|donc|ainsi|par conséquent|en conclusion|d['’]où|portanto|logo|assim|então|em conclusão|quindi|dunque|perciò|pertanto|in conclusione|also|daher|somit|folglich|demnach|damit|deshalb|dus|daarom|jadi|więc|zatem|stąd|takže|proto|tedy|итак|значит|следовательно|таким образом|поэтому|отсюда|в итоге|dolayısıyla|o halde|sonuç olarak|buna göre|vậy|do đó|vì vậy|siis|altså|alltså|derfor|därför|إذن|لذلك|وبالتالي)(?!\p{L}))/iu;
const THEN = String.raw`(?:\s*[,，、]?\s*(?:${CONCLUDES.source}|bien|genau|égale? à|igual a|uguale a)\s*[,，、]?)?`;
const NOUN_ABROAD = String.raw`(?:respuesta|solución|resultado|valor|número|risposta|soluzione|risultato|valore|numero|réponse|solution|résultat|valeur|nombre|resposta|solução)(?: (?:final\p{L}?|corr\p{L}+|buscado|cherchée?|cercato))?`;
const NOUN_GERMANIC = String.raw`(?:antwort|lösung|ergebnis|endergebnis|gesuchte \p{L}+)`;

/** Nouns and verbs that declare an answer in other languages, with the value right after them. */
const DECLARES = new RegExp(
  String.raw`(?:(?:所以|因此|于是|解得|故选|应选|故|得|即|选)\s*[:：,，]?|【(?:最终)?答案】|答案\s*(?:就)?(?:是|为|為|应为|等于|应?选|：|:)+|答\s*[:：]\s*(?:一?共|总共)?有?|(?:答え|解答|正解)\s*(?:は|:|：)+|(?:정답|답)\s*(?:은|는|:|：)+|(?:الجواب|الإجابة|الاجابة|الناتج)\s*(?:النهائي[ةه]?)?\s*(?:هو|هي|:|=)*|(?<!\p{L})(?:la |el |le |il |o |a )?${NOUN_ABROAD}\s*(?:es|est|è|é|:|=)+${THEN}|(?<!\p{L})(?:ist|lautet|beträgt) (?:die |das )${NOUN_GERMANIC}\s*[:=]*|(?<!\p{L})(?:die |das |der )?${NOUN_GERMANIC}\s*(?:ist|lautet|beträgt|:|=)+${THEN}|(?<!\p{L})(?:het |de |das )?(?:eind|slut)?(?:antwoord|uitkomst|resultaat|svaret|svar|jawaban(?:nya)?|odpowiedź|odpowiedzią|odpověď|cevap|vastaus|đáp án)\s*(?:is|är|er|on|je|to|adalah|là|:|=)*${THEN}|(?:ответ|решение|результат)${THEN}\s*(?:равен|равно|это|:|-|=)*${THEN})[\s:=*$\\([{「（]*$`,
  'iu',
);
/** What may stand after it: a polite verb, a unit, a closing sign. */
const CLOSES =
  /^[\s$)\]}\\*」）]*(?:['’]?[dt][iıuü]r|厘米|千米|平方米|米|元|个|种|度|人|天|[cmk]?m|kg|%|°)?(?:です|になります|である|だ|입니다|이다|예요|이에요|(?:种|種|個|个|名|只|隻|条|张|本|次|元|页|颗|棵|组|对|人|天|岁|小时|分钟)(?:(?![不非无没或吗嗎错疑否可约至十百千万亿点上下内外多余半倍成数分幂]|方(?![法式案]))[\u4e00-\u9fff]){0,6})?[\s.．。!！]*$|^[$\s]*[,，]\s*而?(?:不是|并非)/;
/** Words of a sentence about an answer in another language. */
export const NOUNS =
  /答案|答え|解答|正解|정답|답(?=[은는이가:])|الجواب|الإجابة|الاجابة|الناتج|\b(?:respuesta|risposta|réponse|resposta|antwort|lösung|ergebnis|antwoord|uitkomst|svaret|jawaban(?:nya)?|odpowiedź|odpověď|cevap|vastaus|đáp án)\b|ответ|\b(?:solution|valeur|nombre|valor|número|resultado|risultato|soluzione|valore|numero|gesuchte \w+)(?: \w+)? (?:es|est|ist|è|é)(?![a-z])/i;
/** Denials, bounds and guesses. */
const HEDGES =
  /\b(?:almeno|al massimo|forse|circa|oppure|mindestens|vielleicht|etwa|oder|nicht|niet|geen|misschien|ongeveer|minstens|hoogstens|ikke|inte|nie|není|nejsou|değil|bukan|không|keine?|au moins|au plus|environ|n'est|al menos|a lo sumo|tal vez|talvez|pelo menos|non è)\b/i;
/** Writing that English does not use; mathematics is written in Greek and Latin letters too. */
const SCRIPTS = /[\u0400-\u1fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const ACCENTS = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]/;
const ENGLISH = /\b(?:the|is|are|we|so|therefore|thus|hence|answer|get|and|of|have|by)\b/i;

/**
 * Whether a sentence in another language declares the value as the answer. Only phrases that declare an answer are known, so
 * any other words may deny, bound or ask.
 *
 * @returns undefined for a sentence that shows no other language.
 */
export function isDeclaredAbroad(before: string, after: string): boolean | undefined {
  const isAbroad = [before, after].some(
    (part) =>
      NOUNS.test(part) || SCRIPTS.test(part) || HEDGES.test(part) || (ACCENTS.test(part) && !ENGLISH.test(part)),
  );
  if (!isAbroad) return undefined;
  if (!CLOSES.test(after)) return false;
  if (CORRECTED.test(before) || isConcluded(before)) return true;
  const declaration = DECLARES.exec(before);
  if (declaration === null) return false;
  // 所以 x = 3
  const concludes = CONCLUDES.exec(declaration[0])?.index === 0;
  return concludes || isLead(before.slice(0, declaration.index));
}

/** 答案不是 42，而是 */
const CORRECTED =
  /(?:答案|结果|值|数)[^。，,；;]{0,12}(?:不是|并非|不等于)[^。；;]{1,24}[,，]\s*而(?:应该?)?是[\s:：=*$\\([{]*$/u;

/** 综上所述，满足条件的整数个数为: a sentence that concludes ends in a noun, its verb and the value. */
const HAN_CONCLUSION =
  /^[\s*#>]*(?:综上所述|综上可知|综上|总之|因此|所以|于是|从而|因而|由此可得|由此可知|最终|最后|故|则|答)[\s,，:：]*/u;
const HAN_VERB = /(?:分别)?(?:就是|应为|应是|等于|共有|一共有|总共有|有|为|是|得|=|＝)[\s:：=*$\\([{「]*$/u;
/** What makes another thing of the value: denial, doubt, bounds, cases, questions, tasks. */
const HAN_HEDGES =
  /[不非无没否若吗嗎]|如果|假[如设]|要是|当|除非|除了|可能|也许|或|大概|大约|约|左右|至少|至多|最多|最少(?!为|是|值)|超过|不足|大于|小于|以[上下内]|之间|例如|比如|设|令|已知|题目|问题|求|证明|检验|猜|误|错|有人|他|她|学生|第[一二三]种情况|情况|时[,，]?/u;

function isConcluded(before: string): boolean {
  const lead = HAN_CONCLUSION.exec(before)?.[0];
  if (lead === undefined) return false;
  const rest = before.slice(lead.length);
  return /[\u4e00-\u9fff]/.test(rest) && HAN_VERB.test(rest) && !HAN_HEDGES.test(rest);
}

const CONCLUDED = new RegExp(`^\\s*${CONCLUDES.source}`, 'iu');
/** Articles and adjectives of an answer, and what marks a line. */
const ARTICLES =
  /^(?:[\s,，、:：;；*#>.)(-]|\d|the|final|el|la|le|les|los|las|il|lo|l['’]|a|o|die|das|der|het|de|den|det|nihai|son|końcowa|ostateczna|окончательный|конечный|наш|правильный|最终|正确|本题|此题|该题|这道题|最後|最終的な|的|の|최종)*$/i;
/** Words, and not only a calculation. */
const LETTERS =
  /[A-Za-z]{2}|[\u0370-\u03bf\u03c1-\u1fff\u3040-\u9fff\uac00-\ud7af\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]/;
const LAST_CLAUSE = /[^,，、;；:：]*$/;

/** Whether only a conclusion or a calculation stands before the declaration: no condition, no doubt, no claim of somebody. */
function isLead(opening: string): boolean {
  const clause = LAST_CLAUSE.exec(opening)![0];
  const concluded = clause.replace(CONCLUDED, '');
  if (!ARTICLES.test(concluded) && !/^\s*由[^\s]{0,12}$/.test(concluded)) return false;
  const earlier = opening.slice(0, opening.length - clause.length);
  return concluded !== clause || CONCLUDES.test(earlier.slice(-24)) || !LETTERS.test(earlier);
}
