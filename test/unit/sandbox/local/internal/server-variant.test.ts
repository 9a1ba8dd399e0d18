import { describe, expect, it } from 'vitest';
import { variantOf, HEAVY_MODULES } from '../../../../../src/sandbox/local/internal/server-variant.js';

describe('variantOf', () => {
  const route = variantOf(HEAVY_MODULES);
  const libraries = (code: string) => route({ code }).libraries;

  it('names the big libraries that a program imports, whatever the form', () => {
    expect(libraries('import numpy as np')).toEqual(['numpy']);
    expect(libraries('import math, sympy')).toEqual(['sympy']);
    expect(libraries('def f():\n    from networkx.algorithms import dag')).toEqual(['networkx']);
    expect(libraries('import numpy; import networkx')).toEqual(['numpy', 'networkx']);
  });

  it('gives one variant to programs that need the same, in whatever order', () => {
    expect(libraries('import networkx\nimport numpy')).toEqual(libraries('import numpy\nimport networkx'));
    expect(libraries('from sympy import *\nimport mpmath')).toEqual(['sympy']);
    expect(libraries('import scipy.stats\nimport numpy as np')).toEqual(['scipy']);
  });

  it('leaves programs that name none to the light server', () => {
    expect(libraries('import mathematics_numpy_like')).toEqual([]);
    expect(libraries('print("numpy")')).toEqual([]);
    expect(variantOf([])({ code: 'import numpy' }).libraries).toEqual([]);
    expect(route({ code: '#include <numpy>\nimport numpy', language: 'cpp' }).libraries).toEqual([]);
  });

  it.each(['import ', 'from ', 'import numpyx ', '# import ', 'x import_ from'])(
    'takes time in proportion to the text, also of one that says nothing but %j',
    (words) => {
      expect(libraries(words.repeat(400_000))).toEqual([]);
      expect(libraries(`import numpy\n${words.repeat(400_000)}`)).toEqual(['numpy']);
    },
  );

  it('keeps those apart that must repeat themselves', () => {
    expect(route({ code: '', deterministic: true }).deterministic).toBe(true);
  });
});
