import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that need a process of their own: of servers, clients, sandboxes and browsers, of memory, and of the tensor library's global state. */
const OWN_PROCESS = [
  'test/{browser,clients,golden,house,integration,types}/**/*.test.ts',
  'test/unit/{sandbox,testing,tfjs}/**/*.test.ts',
];

/** The libraries of test/clients ship tests of their own. */
const LIBRARIES = '**/node_modules/**';

/**
 * Tests of test/integration that take a minute or more. They begin first, in this order, so that at the end no core waits for the last
 * of them; those that need both cores do not begin together.
 */
const LONG = [
  ...['sandbox-hostile', 'finetune', 'docs', 'sandbox-wasm-hostile', 'trainer', 'sandbox-caller', 'agent-trainer'],
  ...['sandbox-wasm', 'tinker-trainer', 'sandbox-cases', 'sandbox-redis-faults', 'sandbox-conformance'],
].map((name) => `/test/integration/${name}.test.ts`);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    const long = LONG.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...long, ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // What a run leaves behind fails it.
    globalSetup: 'test/leftovers.ts',
    testTimeout: 60_000,
    // A busy machine takes longer than vitest's second; what holds at once is seen at once.
    expect: { poll: { timeout: 20_000 } },
    typecheck: { enabled: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'own process',
          include: OWN_PROCESS,
          exclude: [LIBRARIES],
          // They wait for other programs about a quarter of the time: three keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['test/**/*.test.ts'],
          exclude: [...OWN_PROCESS, LIBRARIES],
          // Starting a process and loading the sources for each file took longer than most of these files.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
