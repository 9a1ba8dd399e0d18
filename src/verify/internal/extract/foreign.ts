/** Connectives that conclude, before a declaration or within it. */
const CONCLUDES =
  /(?:所以|因此|于是|故|从而|因而|综上(?:所述)?|总之|最终|最后|由此(?:可得|可知)?|よって|したがって|従って|ゆえに|以上より|따라서|그러므로|즉|(?<!\p{L})(?:por (?:lo )?tanto|por consiguiente|entonces|así(?: que| pues)?|luego|en conclusión|finalmente|donc|ainsi|par conséquent|en conclusion|d['’]où|portanto|logo|assim|então|em conclusão|quindi|dunque|perciò|pertanto|in conclusione|also|daher|somit|folglich|demnach|damit|deshalb|dus|daarom|jadi|więc|zatem|stąd|takže|proto|tedy|итак|значит|следовательно|таким образом|поэтому|отсюда|в итоге|dolayısıyla|o halde|sonuç olarak|buna göre|vậy|do đó|vì vậy|siis|altså|alltså|derfor|därför|إذن|لذلك|وبالتالي)(?!\p{L}))/iu;
const THEN = String.raw`(?:\s*[,，、]?\s*(?:${CONCLUDES.source}|bien|genau|égale? à|igual a|uguale a)\s*[,，、]?)?`;
const NOUN_ABROAD = String.raw`(?:respuesta|solución|resultado|valor|número|risposta|soluzione|risultato|valore|numero|réponse|solution|résultat|valeur|nombre|resposta|solução)(?: (?:final\p{L}?|corr\p{L}+|buscado|cherchée?|cercato))?`;
const NOUN_GERMANIC = String.raw`(?:antwort|lösung|ergebnis|endergebnis|gesuchte \p{L}+)`;

/** Nouns and verbs that declare an answer in other languages, with the value right after them. */
const DECLARES = new RegExp(
  String.raw`(?:(?:所以|因此|于是|解得|故选|应选|故|得|即|选)\s*[:：,，]?|【(?:最终)?答案】|答案\s*(?:就)?(?:是|为|為|应为|等于|：|:)+|答\s*[:：]\s*(?:一?共|总共)?有?|(?:答え|解答|正解)\s*(?:は|:|：)+|(?:정답|답)\s*(?:은|는|:|：)+|(?:الجواب|الإجابة|الاجابة|الناتج)\s*(?:النهائي[ةه]?)?\s*(?:هو|هي|:|=)*|(?<!\p{L})(?:la |el |le |il |o |a )?${NOUN_ABROAD}\s*(?:es|est|è|é|:|=)+${THEN}|(?<!\p{L})(?:ist|lautet|beträgt) (?:die |das )${NOUN_GERMANIC}\s*[:=]*|(?<!\p{L})(?:die |das |der )?${NOUN_GERMANIC}\s*(?:ist|lautet|beträgt|:|=)+${THEN}|(?<!\p{L})(?:het |de |das )?(?:eind|slut)?(?:antwoord|uitkomst|resultaat|svaret|svar|jawaban(?:nya)?|odpowiedź|odpowiedzią|odpověď|cevap|vastaus|đáp án)\s*(?:is|är|er|on|je|to|adalah|là|:|=)*${THEN}|(?:ответ|решение|результат)${THEN}\s*(?:равен|равно|это|:|-|=)*${THEN})[\s:=*$\\([{「（]*$`,
  'iu',
);
/** What may stand after it: a polite verb, a unit, a closing sign. */
const CLOSES =
  /^[\s$)\]}\\*」）]*(?:['’]?[dt][iıuü]r|厘米|千米|平方米|米|元|个|种|度|人|天|[cmk]?m|kg|%|°)?(?:です|になります|である|だ|입니다|이다|예요|이에요)?[\s.．。!！]*$|^[$\s]*[,，]\s*而?(?:不是|并非)/;
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
 * Whether a sentence in another language says that the value is the answer. Of such a sentence only the phrases that
 * declare an answer are known, so that anything else in it may deny, bound or ask.
 *
 * @returns undefined for a sentence that shows no other language.
 */
export function isDeclaredAbroad(before: string, after: string): boolean | undefined {
  const isAbroad = [before, after].some(
    (part) =>
      NOUNS.test(part) || SCRIPTS.test(part) || HEDGES.test(part) || (ACCENTS.test(part) && !ENGLISH.test(part)),
  );
  if (!isAbroad) return undefined;
  const declaration = DECLARES.exec(before);
  if (declaration === null || !CLOSES.test(after)) return false;
  // 所以 x = 3
  const concludes = CONCLUDES.exec(declaration[0])?.index === 0;
  return concludes || isLead(before.slice(0, declaration.index));
}

const CONCLUDED = new RegExp(`^\\s*${CONCLUDES.source}`, 'iu');
/** Articles and adjectives of an answer, and what marks a line. */
const ARTICLES =
  /^(?:[\s,，、:：;；*#>.)(-]|\d|the|final|el|la|le|les|los|las|il|lo|l['’]|a|o|die|das|der|het|de|den|det|nihai|son|końcowa|ostateczna|окончательный|конечный|наш|правильный|最终|正确|本题|此题|该题|这道题|最後|最終的な|的|の|최종)*$/i;
/** Words, and not only a calculation. */
const LETTERS =
  /[A-Za-z]{2}|[\u0370-\u03bf\u03c1-\u1fff\u3040-\u9fff\uac00-\ud7af\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]/;
const LAST_CLAUSE = /[^,，、;；:：]*$/;

/** Whether nothing, a conclusion or a calculation alone stands before the declaration: no condition, no doubt, nobody's claim. */
function isLead(opening: string): boolean {
  const clause = LAST_CLAUSE.exec(opening)![0];
  const concluded = clause.replace(CONCLUDED, '');
  if (!ARTICLES.test(concluded) && !/^\s*由[^\s]{0,12}$/.test(concluded)) return false;
  const earlier = opening.slice(0, opening.length - clause.length);
  return concluded !== clause || CONCLUDES.test(earlier.slice(-24)) || !LETTERS.test(earlier);
}
