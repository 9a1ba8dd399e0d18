import { multiply, power, rational, ONE, type Rational } from '../../value/rational.js';

/** A unit as it was written, in one spelling: `cm`, `cm^2`, `m*s^-1`, `usd`, or a noun (`apple`). */
export interface Unit {
  /** Equal for two units exactly when they are the same unit; '' for the word "units". */
  readonly key: string;
  /** What is measured and how many base units one of it is, where the unit is a physical one. */
  readonly measure?: { readonly dimension: string; readonly scale: Rational };
}

/** One unit with its exponent, as read from the text. */
export interface UnitFactor {
  readonly name: string;
  readonly exponent: number;
}

/** name: [dimension, scale against the base unit of that dimension, spellings]. */
const UNITS: { readonly [name: string]: readonly [dimension: string, scale: string, spellings: string] } = {
  nm: ['L', '1/1000000000', 'nanometer nanometre'],
  mm: ['L', '1/1000', 'millimeter millimetre 毫米'],
  cm: ['L', '1/100', 'centimeter centimetre cms 厘米'],
  dm: ['L', '1/10', 'decimeter decimetre 分米'],
  m: ['L', '1', 'meter metre mtr 米'],
  km: ['L', '1000', 'kilometer kilometre kms 千米 公里'],
  in: ['L', '254/10000', 'inch inches'],
  ft: ['L', '3048/10000', 'foot feet'],
  yd: ['L', '9144/10000', 'yard yds'],
  mi: ['L', '1609344/1000', 'mile'],
  mg: ['M', '1/1000000', 'milligram 毫克'],
  g: ['M', '1/1000', 'gram gm gms gramme 克'],
  kg: ['M', '1', 'kilogram kgs kilo kilogramme 千克 公斤'],
  t: ['M', '1000', 'tonne 吨'],
  lb: ['M', '45359237/100000000', 'pound lbs'],
  oz: ['M', '45359237/1600000000', 'ounce'],
  ton: ['M', '', 'tons'],
  ms: ['T', '1/1000', 'millisecond msec'],
  s: ['T', '1', 'second sec secs 秒'],
  min: ['T', '60', 'minute mins 分钟 分鐘'],
  h: ['T', '3600', 'hour hr hrs 小时 小時'],
  day: ['T', '86400', 'days 天 日'],
  week: ['T', '604800', 'wk 周 星期'],
  month: ['T', '', 'mo 个月'],
  year: ['T', '', 'yr yrs 年'],
  mL: ['V', '1/1000', 'ml milliliter millilitre 毫升'],
  cL: ['V', '1/100', 'cl centiliter centilitre'],
  L: ['V', '1', 'l liter litre ltr 升'],
  gal: ['V', '3785411784/1000000000', 'gallon'],
  qt: ['V', '946352946/1000000000', 'quart'],
  cup: ['V', '', 'cups'],
  ha: ['L2', '10000', 'hectare 公顷'],
  acre: ['L2', '', 'acres'],
  mph: ['L/T', '', ''],
  kph: ['L/T', '1000/3600', 'kmh kmph'],
  N: ['F', '1', 'newton'],
  J: ['E', '1', 'joule'],
  kJ: ['E', '1000', 'kilojoule'],
  cal: ['E', '', 'calorie'],
  kcal: ['E', '', 'kilocalorie'],
  eV: ['E', '', ''],
  W: ['P', '1', 'watt'],
  kW: ['P', '1000', 'kilowatt'],
  Pa: ['p', '1', 'pascal'],
  kPa: ['p', '1000', 'kilopascal'],
  atm: ['p', '101325', 'atmosphere'],
  V: ['U', '1', 'volt'],
  A: ['I', '1', 'amp ampere'],
  ohm: ['R', '1', ''],
  Hz: ['1/T', '1', 'hertz'],
  mol: ['n', '1', 'mole'],
  K: ['temperature K', '', 'kelvin'],
  celsius: ['temperature C', '', ''],
  fahrenheit: ['temperature F', '', ''],
  rpm: ['turns', '', ''],
  rad: ['angle', '1', 'radian rads'],
  usd: ['$', '1', 'dollar USD'],
  cent: ['$', '1/100', '¢'],
  eur: ['€', '1', 'euro EUR'],
  gbp: ['£', '1', 'GBP'],
  penny: ['£', '1/100', 'pence'],
  inr: ['₹', '1', 'rupee rs Rs INR'],
  jpy: ['¥', '1', 'yen'],
  cny: ['元', '1', 'yuan rmb RMB 元'],
}; // prettier-ignore

/** Spellings that must be written exactly so: another case or a plural is another word. */
const SHORT = /^[A-Za-z]{1,3}$/;

const SPELLINGS = new Map<string, string>();
for (const [name, [, , spellings]] of Object.entries(UNITS)) {
  SPELLINGS.set(name, name);
  for (const word of spellings.split(' ').filter((w) => w !== '')) SPELLINGS.set(word, name);
}

/** Words that measure nothing in particular: `12 units`, `\pi/6 radians`. */
const NEUTRAL = new Set(['unit', 'units']);

/** @returns The unit's own name for a word such as `Meters` or `cm`; '' for a neutral one; undefined if it is no unit. */
export function unitName(word: string): string | undefined {
  const exact = SPELLINGS.get(word);
  if (exact !== undefined) return exact;
  const lower = word.toLowerCase();
  if (NEUTRAL.has(lower)) return '';
  if (SHORT.test(word))
    return lower === 'lbs' ? 'lb' : /^(?:CM|KM|KG|MM|USD|EUR|GBP|Ft|In|Kg|Km|Cm)$/.test(word) ? lower : undefined;
  return SPELLINGS.get(lower) ?? SPELLINGS.get(singular(lower));
}

/** @returns The noun in the singular, as far as an ending can tell. */
export function singular(word: string): string {
  if (/(?:ches|shes|sses|xes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** @returns The unit these factors make; factors of the same name are merged. */
export function makeUnit(factors: readonly UnitFactor[]): Unit {
  const exponents = new Map<string, number>();
  for (const { name, exponent } of factors.flatMap(spelledOut)) {
    if (name !== '') exponents.set(name, (exponents.get(name) ?? 0) + exponent);
  }
  const merged = [...exponents].filter(([, exponent]) => exponent !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = merged.map(([name, exponent]) => (exponent === 1 ? name : `${name}^${exponent}`)).join('*');
  const measure = measureOf(merged);
  return measure === undefined ? { key } : { key, measure };
}

/** mph is miles per hour. */
function spelledOut({ name, exponent }: UnitFactor): UnitFactor[] {
  const length = name === 'mph' ? 'mi' : name === 'kph' ? 'km' : undefined;
  if (length === undefined) return [{ name, exponent }];
  return [
    { name: length, exponent },
    { name: 'h', exponent: -exponent },
  ];
}

function measureOf(factors: readonly (readonly [string, number])[]): Unit['measure'] {
  let scale: Rational = ONE;
  const dimensions = new Map<string, number>();
  for (const [name, exponent] of factors) {
    const unit = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
    if (unit === undefined || unit[1] === '' || Math.abs(exponent) > 9) return undefined;
    const [n, d] = unit[1].split('/');
    scale = multiply(scale, power(rational(BigInt(n!), BigInt(d ?? '1')), BigInt(exponent)) ?? ONE);
    for (const [base, times] of BASES[unit[0]] ?? [[unit[0], 1] as const]) {
      dimensions.set(base, (dimensions.get(base) ?? 0) + times * exponent);
    }
  }
  // A litre is a cubic decimetre.
  const litres = dimensions.get('V') ?? 0;
  if (litres !== 0 && dimensions.size >= 1) {
    dimensions.delete('V');
    dimensions.set('L', (dimensions.get('L') ?? 0) + 3 * litres);
    scale = multiply(scale, power(rational(1n, 1000n), BigInt(litres)) ?? ONE);
  }
  const dimension = [...dimensions]
    .filter(([, times]) => times !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([base, times]) => `${base}${times}`)
    .join(' ');
  return { dimension, scale };
}

/** Dimensions made of others. */
const BASES: { readonly [dimension: string]: readonly (readonly [string, number])[] } = {
  L2: [['L', 2]],
  'L/T': [['L', 1], ['T', -1]],
  '1/T': [['T', -1]],
  F: [['M', 1], ['L', 1], ['T', -2]],
  E: [['M', 1], ['L', 2], ['T', -2]],
  P: [['M', 1], ['L', 2], ['T', -3]],
  p: [['M', 1], ['L', -1], ['T', -2]],
  U: [['M', 1], ['L', 2], ['T', -3], ['I', -1]],
  R: [['M', 1], ['L', 2], ['T', -3], ['I', -2]],
}; // prettier-ignore

/** Currency signs and the unit each stands for. */
export const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['$', 'usd'],
  ['€', 'eur'],
  ['£', 'gbp'],
  ['₹', 'inr'],
  ['¥', 'jpy'],
  ['¢', 'cent'],
  ['₽', 'rub'],
  ['₩', 'krw'],
  ['₪', 'ils'],
  ['₫', 'vnd'],
  ['฿', 'thb'],
  ['₺', 'try'],
  ['₴', 'uah'],
  ['₦', 'ngn'],
  ['₱', 'php'],
]);
