// What `npm run mutate` runs for each mutant: the tests of the rooms that it mutates, without Postgres.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tables before sockets: most mutants die of the first, in a tenth of the time. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const dear = ({ moduleId }: TestSpecification) => ORDER.findIndex((name) => moduleId.includes(name));
    return files.toSorted((a, b) => dear(a) - dear(b));
  }
}
const ORDER = [
  'domain/',
  'net/',
  'config/',
  'outcome',
  'wire',
  'wallets',
  'json',
  'client',
  'options',
  'payload',
  'answers',
  '',
];

export default defineConfig({
  test: {
    include: [
      'test/domain/money.test.ts',
      'test/net/*.test.ts',
      'test/upstream/outcome.test.ts',
      'test/upstream/http/{connection,deadline,json,json-body,memory,origins,outcome,request-with-retry,tls,transport}.test.ts',
      'test/upstream/wallet-service/{answers,client,envelope,options,payload,payment-options,wallets,wire}.test.ts',
      'test/config/scrub.test.ts',
    ],
    // Instrumented code is slow: tests that say how fast it is have nothing to tell about mutants, and those that wait for
    // seconds would wait for each of two thousand. A busy machine fails none of the others, so none is tried twice.
    tags: [{ name: 'timed', skip: true }],
    testTimeout: 30_000,
    expect: { poll: { timeout: 25_000 } },
    isolate: false,
    sequence: { sequencer: CheapFirst },
  },
});
