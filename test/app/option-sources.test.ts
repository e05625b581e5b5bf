// What is asked of services for each account, and with which keys: over connections that only note it.
import { expect, test } from 'vitest';
import { readConfigured } from '../../src/app/configured.ts';
import { createSources } from '../../src/app/sources.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { WireRequest } from '../../src/upstream/http/connection.ts';
import { handClock } from '../support/clock.ts';
import { serviceOf, serviceOption, serviceWallet } from './service.ts';

const clock = handClock();

/** The sources of accounts with these settings, and what they have asked for. */
function sourcesOf(accounts: readonly object[]) {
  const asked: WireRequest[] = [];
  const base = 'https://pay.example.com';
  const named = accounts.map((account, i) => ({
    ...{ name: `a${i}`, base_url: base, public_key: `pk-12345${i}`, secret_key: `sk-12345${i}`, ...account },
  }));
  const { config } = parseConfig(JSON.stringify({ accounts: named }), { env: {}, file: 'f.yaml' });
  const open = serviceOf(
    () => [serviceWallet('MERCHANT_PAYOUT', '5')],
    () => [serviceOption('MANGO_UG')],
  );
  const sources = createSources([...readConfigured(config).accounts.values()], {
    ...{ clock, random: () => 0, scrub: (text) => text, onDeviation() {} },
    connect(options) {
      const { send, ...connection } = open(options);
      return {
        ...connection,
        send(request, onHead) {
          asked.push(request);
          return send(request, onHead);
        },
      };
    },
  });
  const request = () => ({ notAfter: clock.now() + 60_000, signal: new AbortController().signal });
  return { sources, asked, request, [Symbol.dispose]: sources.close };
}
const keys = ({ headers }: WireRequest) => [headers['public-key'], headers['secret-key']];
const filters = ({ path }: WireRequest) => path.split('?')[1] ?? '';

test('payment options have a source where the account asks for them, by their own schedule', () => {
  using it = sourcesOf([
    {},
    { payment_options: {}, deadline: '9s' },
    { payment_options: { schedule: '0 * * * *' } },
  ]);
  const { accounts, options } = it.sources;
  expect(accounts.map(({ name }) => name)).toEqual(['a0', 'a1', 'a2']);
  expect(options.map(({ name, deadlineMs }) => [name, deadlineMs])).toEqual([
    ['a1', 9_000],
    ['a2', accounts[2]!.deadlineMs],
  ]);
  const noon = Date.parse('2026-11-21T12:00:00Z');
  expect(options.map(({ schedule }) => schedule.next(noon))).toEqual([noon + 15 * 60_000, noon + 3_600_000]);
});

test.each<[object, readonly (string | undefined)[]]>([
  [{}, ['pk-123450', undefined]],
  [{ send_secret_key: false }, ['pk-123450', undefined]],
  [{ send_secret_key: true }, ['pk-123450', 'sk-123450']],
])(
  'payment options of %j are asked for with the keys %j; wallets with both',
  async (payment_options, sent) => {
    using it = sourcesOf([{ payment_options }]);
    expect((await it.sources.options[0]!.source.read(it.request())).outcome).toBe('ok');
    expect(it.asked.map(keys)).toEqual([sent]);
    expect((await it.sources.accounts[0]!.source.read(it.request())).outcome).toBe('ok');
    expect(it.asked.slice(1).map(keys)).toEqual([['pk-123450', 'sk-123450']]);
  },
);

test('each account asks with its own keys and filters', async () => {
  using it = sourcesOf([
    { currencies: ['UGX', 'KES'], payment_options: { currencies: ['TZS'], transaction_types: ['PAYOUT'] } },
    { payment_options: {} },
  ]);
  const { accounts, options } = it.sources;
  for (const { source } of [...accounts, ...options]) await source.read(it.request());
  expect(it.asked.map((request) => [keys(request)[0], filters(request)])).toEqual([
    ['pk-123450', 'currency=UGX'],
    ['pk-123450', 'currency=KES'],
    ['pk-123451', ''],
    ['pk-123450', expect.stringMatching(/TZS.*PAYOUT|PAYOUT.*TZS/)],
    ['pk-123451', ''],
  ]);
});
