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
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
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
  // A number alone is none.
  return date.month === undefined && date.weekday === undefined ? undefined : date;
}

/** Whether two dates name the same day; a weekday may be left out. */
export function sameDate(a: NamedDate, b: NamedDate): boolean {
  const isSame = a.day === b.day && a.month === b.month && a.year === b.year;
  return (
    isSame && (a.weekday === b.weekday || (a.day !== undefined && (a.weekday === undefined || b.weekday === undefined)))
  );
}
