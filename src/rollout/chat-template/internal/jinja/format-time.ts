const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const two = (value: number) => String(value).padStart(2, '0');

const FIELDS: { readonly [directive: string]: (time: Date) => string } = {
  Y: (time) => String(time.getFullYear()),
  y: (time) => two(time.getFullYear() % 100),
  m: (time) => two(time.getMonth() + 1),
  d: (time) => two(time.getDate()),
  B: (time) => MONTHS[time.getMonth()]!,
  b: (time) => MONTHS[time.getMonth()]!.slice(0, 3),
  A: (time) => DAYS[time.getDay()]!,
  a: (time) => DAYS[time.getDay()]!.slice(0, 3),
  H: (time) => two(time.getHours()),
  I: (time) => two(time.getHours() % 12 || 12),
  M: (time) => two(time.getMinutes()),
  S: (time) => two(time.getSeconds()),
  p: (time) => (time.getHours() < 12 ? 'AM' : 'PM'),
  '%': () => '%',
};

/** @returns The time as Python's `strftime` writes it in the C locale; directives that no template uses stay as they are. */
export function formatTime(time: Date, format: string): string {
  return format.replace(/%(.)/g, (directive, letter: string) => FIELDS[letter]?.(time) ?? directive);
}
