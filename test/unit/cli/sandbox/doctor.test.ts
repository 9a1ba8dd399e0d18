import { expect, it } from 'vitest';
import { report } from '../../../../src/cli/sandbox/doctor.js';
import type { Findings } from '../../../../src/cli/sandbox/examine.js';

it('the doctor’s report has what is missing line by line', () => {
  const isolation = { level: 'partial', mechanism: 'seccomp', missing: [] } as const;
  const findings: Findings = {
    isolation,
    mechanisms: [
      { ...isolation, name: 'bubblewrap', level: 'none', missing: ['bwrap is not installed'], failed: true },
      { ...isolation, name: 'unshare', level: 'full', failed: false },
      {
        ...isolation,
        name: 'seccomp',
        missing: ['namespaces: processes can be seen', 'disk: no limit'],
        failed: false,
      },
    ],
    python: '3.12.1',
    libraries: { sympy: true, numpy: false },
    cpp: 'g++ 12.2',
    callMs: 7.25,
  };
  expect(report(findings, undefined, ['install bubblewrap']).split('\n')).toEqual([
    'Isolation: partial, by seccomp',
    '',
    '  bubblewrap  not available:',
    '              - bwrap is not installed',
    '  unshare     full',
    '  seccomp     partial; missing:',
    '              - namespaces: processes can be seen',
    '              - disk: no limit',
    '  python      3.12.1',
    '  libraries   sympy (not installed: numpy)',
    '  c++         g++ 12.2',
    '  a call      7.3 ms',
    '',
    'What to do:',
    '  - install bubblewrap',
  ]);
});
