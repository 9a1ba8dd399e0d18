import { NOT, tex, YES } from '../adversarial/case.js';
import type { CaseRow } from '../adversarial/case.js';

// Units, money, tolerances.

export const UNITS: readonly CaseRow[] = [
  [tex`5\text{ m}`, tex`\boxed{500\text{ cm}}`, NOT, 'no conversion where it is switched off', { convertUnits: false }],
  [tex`5\text{ m}`, tex`\boxed{500\text{ cm}}`, YES, 'conversion when asked', { convertUnits: true }],
  [tex`5\text{ m}`, tex`\boxed{50\text{ cm}}`, NOT, 'wrong conversion', { convertUnits: true }],
  [tex`5\text{ m/s}`, tex`\boxed{5\ \mathrm{m}\,\mathrm{s}^{-1}}`, YES, 'reciprocal second'],
  [tex`5\text{ m/s}`, tex`\boxed{5\text{ m/s}^2}`, NOT, 'acceleration'],
  [tex`60\text{ mph}`, tex`\boxed{60\text{ miles per hour}}`, YES, 'abbreviation'],
  [tex`60\text{ mph}`, tex`\boxed{60\text{ km/h}}`, NOT, 'km'],
  [tex`3\text{ hours}`, tex`\boxed{3\text{ h}}`, YES, 'abbreviation'],
  [tex`3\text{ hours}`, tex`\boxed{3\text{ minutes}}`, NOT, 'minutes'],
  [tex`20\text{ square units}`, tex`\boxed{20}`, YES, 'units dropped'],
  ['20', tex`\boxed{20\text{ square units}}`, YES, 'units added'],
  [tex`20\text{ cm}^2`, tex`\boxed{20\text{ square centimeters}}`, YES, 'words'],
  [tex`20\text{ cm}^2`, tex`\boxed{20\text{ cm}^3}`, NOT, 'cubic'],
  [tex`\$5`, tex`\boxed{5\text{ cents}}`, NOT, 'cents'],
  [tex`\$5`, tex`\boxed{\$5.00}`, YES, 'cents as decimals'],
  [tex`\$5`, tex`\boxed{€5}`, NOT, 'euro'],
  [tex`30\text{ students}`, tex`\boxed{30}`, YES, 'counted things'],
  [tex`2.5\text{ million}`, tex`\boxed{2{,}500{,}000}`, YES, 'million'],
  [tex`2.5\text{ million}`, tex`\boxed{2.5}`, NOT, 'million dropped'],
  [tex`\frac{1}{2}\text{ hour}`, tex`\boxed{0.5 \text{ hours}}`, YES, 'singular and plural'],
  [tex`90^\circ`, tex`\boxed{90 \text{ degrees}}`, YES, 'words'],
  [tex`90^\circ`, tex`\boxed{90 \text{ radians}}`, NOT, 'radians'],
  [tex`37^\circ\text{C}`, tex`\boxed{37^\circ\text{F}}`, NOT, 'Fahrenheit'],
  ['1/3', tex`\boxed{0.333333}`, YES, 'six places'],
  ['1/3', tex`\boxed{0.33}`, NOT, 'two places'],
  ['1/3', tex`\boxed{0.33}`, YES, 'two places when asked', { floatRounding: 2 }],
  ['0.33', tex`\boxed{\frac{1}{3}}`, NOT, 'two places'],
  ['3.14159', tex`\boxed{\pi}`, NOT, 'five places of pi'],
  ['3.141593', tex`\boxed{\pi}`, YES, 'six places of pi'],
  ['2.5', tex`\boxed{2.50001}`, NOT, 'near'],
  ['1000000', tex`\boxed{1000001}`, NOT, 'relative error of one millionth'],
  [tex`\approx 3.14`, tex`\boxed{3.14}`, YES, 'approximate gold'],
];
