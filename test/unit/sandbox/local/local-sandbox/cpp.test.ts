import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../../src/base/index.js';
import { createLocalSandbox } from '../../../../../src/sandbox/index.js';

// Needs g++, which `npm run setup` installs; without it these fail and say so.
describe('C++ programs', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createLocalSandbox({ concurrency: 1 });
  });
  afterAll(() => sandbox.close());

  const run = (code: string, more = {}) => sandbox.run({ language: 'cpp', code, ...more });

  it('are compiled and run with standard input', async () => {
    const code = '#include <iostream>\nint main() { long a, b; std::cin >> a >> b; std::cout << a + b << "\\n"; }';
    expect(await run(code, { stdin: '2 40\n' })).toMatchObject({ kind: 'ok', stdout: '42\n', exitCode: 0 });
    expect(await run(code, { stdin: '1 1\n' })).toMatchObject({ kind: 'ok', stdout: '2\n' });
  });

  it('that do not compile are an error with the line', async () => {
    const result = await run('int main() {\n  return x;\n}');
    expect(result).toMatchObject({ kind: 'error', stdout: '' });
    expect(result.kind === 'error' && result.stderr).toContain(':2:');
  });

  it('that crash, loop or take too much memory are told apart', async () => {
    expect(await run('int main() { volatile int *p = nullptr; *p = 1; }')).toMatchObject({ kind: 'killed' });
    expect(await run('int main() { for (;;); }', { limits: { wallMs: 200 } })).toMatchObject({ kind: 'timeout' });
    const greedy = '#include <vector>\nint main() { std::vector<char> v(4ull << 30, 1); return v[12345] - 1; }';
    expect(await run(greedy)).toMatchObject({ kind: 'memory' });
  });

  it('cannot read the machine while they are compiled', async () => {
    const result = await run('#include "/etc/shadow"\nint main() {}');
    expect(result.kind === 'error' && result.stderr).toContain('No such file');
  });
});
