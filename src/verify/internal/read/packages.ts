const NUMBER = String.raw`\s*(?:\[[^\]]*\])?\s*\{\s*([-+]?[\d.]+)\s*\}`;
const ANGLE = new RegExp(String.raw`\\ang${NUMBER}`, 'g');
const PARTED_ANGLE = /\\ang\s*\{\s*(-?[\d.]*);([\d.]*);([\d.]*)\s*\}/g;
const QUANTITY = new RegExp(String.raw`\\(?:SI|qty)${NUMBER}\s*\{([^{}]*)\}`, 'g');
const BARE_NUMBER = new RegExp(String.raw`\\num${NUMBER}`, 'g');

/** What commands of siunitx stand for: \ang{30} is 30^\circ, \qty{5}{\centi\metre} is 5\text{ centimetre}. */
export function withoutPackages(text: string): string {
  return text
    .replace(PARTED_ANGLE, (_, degrees: string, minutes: string, seconds: string) => {
      const under60 = minutes === '' ? '' : ` ${minutes}'`;
      return `${degrees || '0'}^\\circ${under60}${seconds === '' ? '' : ` ${seconds}''`}`;
    })
    .replace(ANGLE, '$1^\\circ')
    .replace(BARE_NUMBER, '$1')
    .replace(QUANTITY, (_, amount: string, unit: string) => `${amount}${unitText(unit)}`);
}

function unitText(unit: string): string {
  if (/^\s*\\(?:degree|ang)\s*$/.test(unit)) return '^\\circ';
  if (/^\s*\\percent\s*$/.test(unit)) return '\\%';
  const words = unit
    .replace(/\s*\\per\s*/g, '/')
    .replace(/\s*\\squared/g, '^2')
    .replace(/\s*\\cubed/g, '^3')
    .replace(/\\(square|cubic)\s*/g, '$1 ')
    .replaceAll('\\', '');
  return `\\text{ ${words}}`;
}
