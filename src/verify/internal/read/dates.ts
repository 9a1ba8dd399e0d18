/** A day as far as it is named. */
export interface NamedDate {
  readonly weekday?: string;
  readonly day?: number;
  readonly month?: number;
  readonly year?: number;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

/** @returns The date a text names, with nothing else in it; undefined for any other text. */
export function dateOf(text: string): NamedDate | undefined {
  const numeric = numericDate(text.trim());
  if (numeric !== undefined) return numeric === 'unclear' ? undefined : numeric;
  let date: NamedDate = {};
  for (const word of text.toLowerCase().split(/[\s,.]+/)) {
    if (word === '' || /^(?:the|of|on|in)$/.test(word)) continue;
    const number = /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word)?.[1];
    if (WEEKDAYS.test(word)) {
      if (date.weekday !== undefined) return undefined;
      date = { ...date, weekday: word };
    } else if (MONTH.test(word)) {
      if (date.month !== undefined) return undefined;
      date = { ...date, month: MONTHS.indexOf(word.slice(0, 3)) + 1 };
    } else if (number === undefined) return undefined;
    else if (number.length <= 2 && Number(number) <= 31 && date.day === undefined)
      date = { ...date, day: Number(number) };
    else if (number.length === 4 && date.year === undefined) date = { ...date, year: Number(number) };
    else return undefined;
  }
  // A number alone is no date.
  return date.month === undefined && date.weekday === undefined ? undefined : date;
}

const NUMERIC = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/;

/**
 * A date in digits, 2024-12-25 or 25/12/2024, which no subtraction or fraction is meant by.
 *
 * @returns Its year, month and day; `unclear` if there is no such day or the order is ambiguous; undefined for another text.
 */
export function numericDate(text: string): NamedDate | 'unclear' | undefined {
  const [all, first, , middle, last] = NUMERIC.exec(text.replaceAll(/[\s{}]/g, '')) ?? [];
  if (all === undefined || (first!.length === 4) === (last!.length === 4)) return undefined;
  const [a, b, c] = [first, middle, last].map(Number) as [number, number, number];
  if (first!.length === 4) return isDay(b, c) ? { year: a, month: b, day: c } : 'unclear';
  // 25/12/2024 and 12/25/2024 tell themselves; 3/4/2024 does not.
  if (a > 12 && isDay(b, a)) return { year: c, month: b, day: a };
  return b > 12 && isDay(a, b) ? { year: c, month: a, day: b } : 'unclear';
}

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Whether two dates name the same day; a weekday may be left out. */
export function sameDate(a: NamedDate, b: NamedDate): boolean {
  const isSame = a.day === b.day && a.month === b.month && a.year === b.year;
  return (
    isSame && (a.weekday === b.weekday || (a.day !== undefined && (a.weekday === undefined || b.weekday === undefined)))
  );
}
