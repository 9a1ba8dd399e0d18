import { checkArgument } from '../base/internal/index.js';

const FENCE = /^[ \t]*(```|~~~)[ \t]*([\w+-]*)/;
const LANGUAGES = { python: ['python', 'py', 'python3'], cpp: ['cpp', 'c++', 'cc'] };

/**
 * @returns The final program of a response: its last fenced block in the language, else its last fenced block without a language; undefined
 * without both. A fence that never closes does not count.
 *
 * @example
 * extractCode('Try this:\n```python\nprint(1)\n```\n'); // 'print(1)\n'
 */
export function extractCode(response: string, language: 'python' | 'cpp' = 'python'): string | undefined {
  checkArgument(response, 'response', 'a string');
  let named: string | undefined;
  let bare: string | undefined;
  let open: { readonly fence: string; readonly name: string; readonly start: number } | undefined;
  let at = 0;
  for (const line of response.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (open === undefined) {
      const [, fence, name] = FENCE.exec(line) ?? [];
      if (fence !== undefined) open = { fence, name: name!.toLowerCase(), start: at };
    } else if (line.trim() === open.fence) {
      const code = response.slice(open.start, start);
      if (LANGUAGES[language].includes(open.name)) named = code;
      else if (open.name === '') bare = code;
      open = undefined;
    }
  }
  return named ?? bare;
}
