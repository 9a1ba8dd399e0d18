import { expect, it } from 'vitest';
import { createChatTemplate } from '../../../../../../src/rollout/index.js';

const rendered = async (source: string) => {
  const template = await createChatTemplate({
    source: `{% set a = messages[0].tool_calls[0].function.arguments %}${source}`,
    endTokens: ['</s>'],
    toolCallFormat: 'hermes',
  });
  const call = { id: '0', name: 'f', arguments: { items: { type: 'string' }, n: 1 } };
  return template.render([{ role: 'assistant', content: '', toolCalls: [call] }]);
};

/** What Jinja 3.1.6 writes. */
it.each([
  ['{% for k, v in a.items() %}{{ k }}={{ v }};{% endfor %}', "items={'type': 'string'};n=1;"],
  ["{{ a['items'] }}", "{'type': 'string'}"],
  ['{{ a[[1]] }}{{ a[absent] }}{{ a[1] }}', ''],
  ["{% set d = {512: 'a', 1024: 'b', 'x': 'y'} %}{{ d[1024] }}{{ d['x'] }}[{{ d['512'] }}]", 'by[]'],
  [
    "{% set d = {512: 'a', 16384: 'c', 1024: 'b'} %}{% for k, v in d | dictsort %}{% if k > 512 %}{{ k }}{{ v }} {% endif %}{% endfor %}",
    '1024b 16384c ',
  ],
  ["{% set d = {2: 'a', 1: 'b'} %}{% for k in d %}{{ k + 1 }} {% endfor %}{{ d.keys() | first + 1 }}", '3 2 3'],
  ["{% for x, y in [('p', 1), ('q', 2)] %}{{ x }}{{ y }} {% endfor %}", 'p1 q2 '],
  ["{{ [3, 1, 2] | min }} {{ ['b', 'c', 'a'] | max }}", '1 c'],
  ["{{ ['p', 'q'] in (['p'], ['p', 'q']) }} {{ ['q'] in [['p']] }} {{ {'p': 1} in [{'p': 1}] }}", 'True False True'],
  ['[{% for x in absent %}x{% endfor %}]', '[]'],
  ['{{ a is iterable }} {{ absent is iterable }} {{ 1 is iterable }}', 'True True False'],
  ["{{ a.get('n') }} {{ a.get('x') }} {{ not a }}", '1 None False'],
])('%s is what it is in Python', async (source, text) => {
  expect(await rendered(source)).toBe(text);
});
