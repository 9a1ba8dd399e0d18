import { describe, expect, it } from 'vitest';
import { partsText, valueText } from '../../../../../src/rollout/tools/internal/output-text.js';

const data = Buffer.alloc(10).toString('base64');

describe('valueText', () => {
  it.each([
    ['text', 'as it is', 'as it is'],
    ['nothing', undefined, '(no output)'],
    ['an empty text', '', '(no output)'],
    ['a value', { a: [1, null] }, '{"a":[1,null]}'],
    ['a number', 3, '3'],
    ['bytes', new Uint8Array(10), '[file: 10 bytes]'],
    ['a blob', new Blob(['abc'], { type: 'image/png' }), '[file: image/png, 3 bytes]'],
    ['what JSON does not know', Symbol('x'), 'Symbol(x)'],
  ])('writes %s', (_, value, text) => expect(valueText(value)).toBe(text));
});

describe('partsText', () => {
  it.each([
    ['text', { type: 'text', text: 'hello' }, 'hello'],
    ["MCP's image", { type: 'image', data, mimeType: 'image/png' }, '[image: image/png, 10 bytes]'],
    ["MCP's audio", { type: 'audio', data, mimeType: 'audio/wav' }, '[audio: audio/wav, 10 bytes]'],
    ["MCP's resource of text", { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } }, 'inside'],
    [
      "MCP's resource of bytes",
      { type: 'resource', resource: { uri: 'demo://a', blob: data } },
      '[file: demo://a, 10 bytes]',
    ],
    ["MCP's link", { type: 'resource_link', uri: 'file:///a.pdf', name: 'a' }, '[file: file:///a.pdf]'],
    ["the AI SDK's image", { type: 'image-data', data, mediaType: 'image/jpeg' }, '[image: image/jpeg, 10 bytes]'],
    [
      "the AI SDK's file",
      { type: 'file-data', data, mediaType: 'application/pdf', filename: 'a.pdf' },
      '[file: a.pdf, application/pdf, 10 bytes]',
    ],
    [
      "the AI SDK's URL of an image",
      { type: 'image-url', url: 'https://a.example/b.png' },
      '[image: https://a.example/b.png]',
    ],
    ['a URL that is the file', { type: 'image-url', url: `data:image/png;base64,${data}` }, '[image]'],
    ['what nobody knows', { type: 'hologram' }, '[file]'],
  ])('writes %s', (_, part, text) => expect(partsText([part])).toBe(text));

  it('writes part after part, and of none that there was no output', () => {
    expect(
      partsText([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    ).toBe('a\nb');
    expect(partsText([])).toBe('(no output)');
  });
});
