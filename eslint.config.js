import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * The floors of the house: a room may import rooms of lower floors, never a neighbour or a room above.
 * The pure rooms (floors 0 and 1) may not touch the outside world either.
 */
const FLOORS = [
  ['base'],
  ['advantage', 'downsample', 'verify', 'objective', 'batch'],
  ['io', 'compat'],
  ['reward', 'sandbox', 'rollout', 'tfjs', 'tinker'],
  ['recipe', 'evaluate', 'report'],
  ['testing', 'cli'],
];
const PURE = FLOORS.slice(0, 2).flat();

const floorRules = FLOORS.flatMap((rooms, floor) =>
  rooms.map((room) => {
    const forbidden = FLOORS.slice(floor)
      .flat()
      .filter((other) => other !== room && floor < FLOORS.length - 1);
    return {
      files: [`src/${room}/**/*.ts`],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: forbidden.map((other) => `**/${other}/**`),
                message: `${room} is on floor ${floor}: it may import lower floors only.`,
              },
              { group: ['rstar2-agent', 'rstar2-agent/*'], message: 'Inside the package, import by relative path.' },
              ...(PURE.includes(room)
                ? [
                    {
                      group: ['node:*', '!node:worker_threads', '!node:os', '@tensorflow/*'],
                      message: `${room} is pure: no I/O, no tensor library.`,
                    },
                  ]
                : []),
            ].filter(({ group }) => group.length > 0),
          },
        ],
        ...(PURE.includes(room)
          ? {
              'no-restricted-properties': [
                'error',
                { object: 'Math', property: 'random', message: 'Pure rooms take a seed or a Random.' },
                { object: 'Date', property: 'now', message: 'Pure rooms have no clock.' },
              ],
            }
          : {}),
      },
    };
  }),
);

export default tseslint.config(
  { ignores: ['dist/**', 'runs/**', 'node_modules/**', 'coverage/**', 'docs/api/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['examples/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['**/src/**', '**/dist/**'], message: 'Examples import the public entry points only.' }],
        },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  ...floorRules,
);
