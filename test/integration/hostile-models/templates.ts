// Chat templates that an attacker wrote. A template is a program that the hub sends: it may compute, and nothing else.
import { createChatTemplate } from '../../../src/rollout/index.js';
import type { HostileCase } from './hostile-case.js';

const STEPS =
  /^ModelFileError: chat_template: the chat template refuses the conversation: it takes more than \d+ million steps$/;
const REFUSED =
  /^ModelFileError: chat_template: the chat template (?:cannot be read|refuses the conversation): [^]{1,600}$/;

async function rendered(source: string, content = 'Hi'): Promise<string> {
  const template = await createChatTemplate({
    source,
    endTokens: ['</s>'],
    toolCallFormat: 'hermes',
    toolsDescribedBy: 'caller',
  });
  return template.render([{ role: 'user', content }]);
}

const attack = (name: string, source: string, refused: RegExp | null = STEPS): HostileCase => ({
  name,
  refused,
  attempt: () => rendered(source),
});

/** `{% set a = … %}` so many times over. */
const again = (times: number, source: string, first = "{% set a = 'xxxxxxxxxxxxxxxx' %}") =>
  first + source.repeat(times);
const nest = (loops: number, list: string, body = '') =>
  `${Array.from({ length: loops }, (_, i) => `{% for i${i} in ${list} %}`).join('')}${body}${'{% endfor %}'.repeat(loops)}`;
const REFERENCE = '{% set a = range(1000)|list %}';

export const CASES: readonly HostileCase[] = [
  // Time.
  attack('a range of 10^9', '{% for i in range(10**9) %}a{% endfor %}'),
  attack('a range of infinity', '{% for i in range(10**300) %}a{% endfor %}'),
  attack(
    'loops with a condition that is never true',
    REFERENCE + nest(2, 'a', nest(1, 'a if false') + nest(1, 'a if false').repeat(50)),
  ),
  attack('loops over what counts the steps, taken away', `{% set count_step = namespace %}${REFERENCE}${nest(6, 'a')}`),
  attack('a macro that calls itself for ever', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', REFUSED),
  attack(
    'a macro that calls itself twice',
    '{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}',
  ),
  attack(
    'blocks that call their caller',
    `{% macro m() %}${'{{ caller() }}'.repeat(9)}{% endmacro %}${'{% call m() %}'.repeat(12)}${'{% endcall %}'.repeat(12)}`,
  ),
  attack(
    'a macro that is declared in a loop',
    nest(3, 'range(100)', `{% macro m() %}${'{{ 1 }}'.repeat(20_000)}{% endmacro %}`),
  ),
  attack('loops that break off', nest(4, 'range(100)', '{% for i in range(2) %}{% break %}{% endfor %}')),
  attack(
    'strings that are compared',
    again(20, '{% set a = a ~ a %}') +
      "{% set b = a ~ 'b' %}{% set c = a ~ 'c' %}" +
      nest(3, 'range(100)', '{% if b == c %}{% endif %}'),
  ),
  attack(
    'a needle that nearly fits everywhere',
    again(16, '{% set a = a ~ a %}') +
      "{% set b = 'b' ~ a[:500000] %}" +
      nest(2, 'range(100)', '{% if b in a %}{% endif %}'),
  ),
  attack(
    'a sort of long strings',
    again(16, '{% set a = a ~ a %}') +
      '' +
      '{% set l = [a ~ 1, a ~ 2, a ~ 3, a ~ 4, a ~ 5] %}{% set l = l + l + l + l + l + l + l + l %}{% set l = l + l + l + l + l + l + l + l %}{{ l | sort | length }}',
    REFUSED,
  ),
  attack('characters that are stripped', again(13, '{% set a = a ~ a %}') + '{{ (a ~ "y" ~ a).strip("x") }}', null),
  attack(
    'characters that are stripped, many of each',
    again(17, '{% set a = a ~ a %}') +
      '{{ a.strip(a) }}{{ a.strip("y" ~ a) }}{{ a.strip(("y" ~ a).replace("x", "z") ~ "x") }}',
  ),
  attack('an exponent', '{{ (10 ** 308) ** 2 }}', REFUSED),

  // Memory.
  attack('a string that doubles', `${again(40, '{% set a = a ~ a %}')}{{ a | upper }}`),
  attack(
    'a string that doubles in a loop',
    "{% set ns = namespace(a='x') %}{% for i in range(60) %}{% set ns.a = ns.a ~ ns.a %}{% endfor %}{{ ns.a }}",
  ),
  attack(
    'many long strings',
    again(18, '{% set a = a ~ a %}') +
      Array.from({ length: 400 }, (_, i) => `{% set b${i} = (a ~ ${i}) | upper %}`).join(''),
  ),
  attack('text that is written again and again', again(18, '{% set a = a ~ a %}') + nest(2, 'range(100)', '{{ a }}')),
  attack('a list that doubles', again(40, '{% set a = a + a %}', '{% set a = [1] %}')),
  attack(
    'a list of lists of lists, as JSON',
    again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ a | tojson }}',
  ),
  attack('a list of lists of lists, written', again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ a }}'),
  attack(
    'a list of lists of lists, beside a text',
    again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ a ~ "" }}',
  ),
  attack(
    'a list of lists of lists, compared with a text',
    again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ a == "" }}',
  ),
  attack('a list of lists of lists, joined', again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ a | join }}'),
  attack(
    'objects of objects',
    again(40, '{% set a = {"a": a, "b": a} %}', '{% set a = {} %}') + '{{ a | string }}',
    REFUSED,
  ),
  attack('objects of objects, written', again(40, '{% set a = {"a": a, "b": a} %}', '{% set a = {} %}') + '{{ a }}'),
  attack(
    'a list of lists as a message of refusal',
    again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ raise_exception(a) }}',
    REFUSED,
  ),
  attack(
    'a list of lists as a range',
    again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ range(a) }}',
    REFUSED,
  ),
  attack(
    'a list of lists as a format of time',
    again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ strftime_now(a) }}',
    REFUSED,
  ),
  attack(
    'a list of lists as characters to strip',
    again(40, '{% set a = [a, a] %}', '{% set a = [1] %}') + '{{ "abc".strip(a) }}',
    null,
  ),
  attack(
    'name spaces of name spaces',
    Array.from({ length: 40 }, (_, i) => `{% set n${i} = namespace() %}`).join('') +
      Array.from({ length: 39 }, (_, i) => `{% set n${i}.a = [n${i + 1}, n${i + 1}] %}`).join('') +
      '{{ n0 | tojson }}',
  ),
  attack('a name space within itself', '{% set n = namespace() %}{% set n.a = n %}{{ n | tojson }}{{ n }}', REFUSED),
  attack('nothing that is replaced', again(16, '{% set a = a ~ a %}') + "{{ a.replace('', a) }}"),
  attack(
    'nothing that is replaced, by another name',
    again(16, '{% set a = a ~ a %}') + "{% set f = a.replace %}{{ f('', a) }}",
  ),
  attack('nothing that is replaced, by a filter', again(16, '{% set a = a ~ a %}') + "{{ a | replace('', a) }}"),
  attack('a separator that is long', again(16, '{% set a = a ~ a %}') + '{{ a | join(a) }}'),
  attack('lines that are indented far', again(10, '{% set a = a ~ "\\n" ~ a %}') + '{{ a | indent(400000000) }}'),
  attack('JSON that is indented far', '{{ [[[[1]]]] | tojson(indent=100000000) }}'),
  attack(
    'JSON with a long separator',
    again(22, '{% set a = a ~ a %}') + '{{ range(1000)|list | tojson(separators=(a, a)) }}',
  ),
  attack(
    'a text that is split',
    again(22, '{% set a = a ~ a %}') +
      "{% set b = a.split('x') %}{% set c = a.split('x') %}{% set d = a.split('x') %}{{ b|length + c|length + d|length }}",
  ),
  attack(
    'a text that is cut',
    again(22, '{% set a = a ~ a %}') + '{% set b = a[::1] %}{% set c = a[::-1] %}{{ b|length }}',
  ),
  attack(
    'a format of time that is long',
    again(24, '{% set a = a ~ a %}', "{% set a = '%B%A%B%A' %}") + '{{ strftime_now(a) }}',
  ),

  // Reach.
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', '__defineGetter__', 'value', 'builtins'].map(
    (name) =>
      attack(
        `the property ${name} of everything`,
        [
          `messages`,
          `messages[0]`,
          `'a'`,
          `1`,
          `range`,
          `namespace()`,
          `strftime_now`,
          'raise_exception',
          `[]`,
          `{}`,
          'loop',
          'none',
        ]
          .map(
            (object) =>
              `{% if ${object}.${name} is defined %}REACHED{% endif %}{% if ${object}['${name}'] is defined %}REACHED{% endif %}`,
          )
          .join('') + '{% if REACHED %}{% endif %}',
        null,
      ),
  ),
  attack('a constructor of a constructor', "{{ ''.constructor.constructor('hostile()')() }}", REFUSED),
  attack(
    'a constructor through a filter',
    "{{ messages | map(attribute='constructor.constructor') | first }}{{ messages | selectattr('__proto__') | list | length }}",
    null,
  ),
  attack(
    'a prototype as a name space',
    "{% set n = namespace() %}{% set n.__proto__ = {'polluted': 1} %}{% set n.constructor = 1 %}{{ n.a }}",
    null,
  ),
  attack(
    'a prototype as a variable',
    "{% set __proto__ = {'polluted': 1} %}{% set constructor = 1 %}{{ {'__proto__': {'polluted': 1}} | tojson }}",
    null,
  ),
  attack('a global', '{{ globalThis }}{{ process }}{{ hostile }}{{ require }}{{ self }}{{ hostile() }}', REFUSED),
  attack('the test of that name', '{{ 1 is constructor }}', REFUSED),
  attack('the filter of that name', "{{ 'a' | constructor }}", REFUSED),
  attack('a directive of that name', "{{ strftime_now('%constructor %__proto__ %') }}", null),

  // The reader.
  attack('brackets in brackets', `{{ ${'('.repeat(200_000)}1${')'.repeat(200_000)} }}`, REFUSED),
  attack('lists in lists', `{{ ${'['.repeat(100_000)}1${']'.repeat(100_000)} }}`, REFUSED),
  attack('conditions in conditions', `${'{% if true %}'.repeat(20_000)}${'{% endif %}'.repeat(20_000)}`, REFUSED),
  attack('a sum of many', `{{ ${'1+'.repeat(100_000)}1 }}`, REFUSED),
  attack('a chain of members', `{{ a${'.a'.repeat(100_000)} }}`, REFUSED),
  attack('a chain of filters', `{{ 1${'|abs'.repeat(100_000)} }}`, REFUSED),
  attack('a chain of not', `{{ ${'not '.repeat(100_000)}1 }}`, REFUSED),
  attack('blanks', `${' '.repeat(400_000)}x`, REFUSED),
  attack('blanks and line breaks', `{{ 1 }}${' \n'.repeat(200_000)}x`, REFUSED),
  attack('marks of generation', `${'{%generation'.repeat(30_000)}`, REFUSED),
  attack('a template of 100 MB', `a${'{{ 1 }}'.repeat(100 * 2 ** 17)}`, REFUSED),
  attack('a text of 100 MB', 'a'.repeat(100 * 2 ** 20), REFUSED),
  attack('a refusal of many words', again(20, '{% set a = a ~ a %}') + '{{ raise_exception(a) }}', REFUSED),
  attack(
    'a refusal that writes to the terminal',
    "{{ raise_exception('\\x1b]0;owned\\x07\\x1b[2J\\r\\n[info] all is well') }}",
    /^\P{Cc}+$/u,
  ),
];
