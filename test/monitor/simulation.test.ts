import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCsvHistory } from '../../src/cli/input/csv-history.ts';
import { main } from '../../src/cli/main.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { createSimulator } from '../../src/monitor/alerts/simulation.ts';
import { createSchedule, type Schedule } from '../../src/monitor/polling/schedule.ts';
import { capture } from '../support/io.ts';
import { lowRule, MINUTE, payout, polled, START } from '../support/watching.ts';

function simulate(history: readonly Observation[], rules = [lowRule()]) {
  const simulator = createSimulator(rules);
  for (const observation of history) simulator.take(observation);
  return simulator.finish();
}

test('episodes have their beginning, end, worst value and length; rules their sums', () => {
  const amounts = ['9000000', '4000000', '3999999.50', '4500000', '6000000', '1'];
  const result = simulate(amounts.map((amount, minute) => polled(minute, [payout(amount)])));
  expect(result.episodes).toMatchObject([
    {
      rule: 'PayoutFloatLow',
      account: 'acme-ug',
      firingAt: START + MINUTE,
      resolvedAt: START + 4 * MINUTE,
      lastedMs: 3 * MINUTE,
      value: '4000000',
      worst: '3999999.50',
      threshold: '5000000',
    },
    { firingAt: START + 5 * MINUTE, resolvedAt: null, lastedMs: 0, worst: '1' },
  ]);
  expect(result).toMatchObject({ observations: 6, watched: 1, since: START, until: START + 5 * MINUTE });
  expect(result.rules).toMatchObject([{ episodes: 2, perWeek: 2, firingMs: 3 * MINUTE }]);
});

test('of two rules that share a name each has its own sums', () => {
  const [payouts, collections] = ['MERCHANT_PAYOUT', 'MERCHANT_COLLECTION'].map((walletType) =>
    lowRule({ wallets: { account: '*', currency: 'UGX', walletType } }),
  );
  const history = ['1', '9000000', '1'].map((amount, minute) =>
    polled(minute, [payout(amount), { ...payout('9000000'), walletType: 'MERCHANT_COLLECTION' }]),
  );
  const { rules } = simulate(history, [payouts!, collections!]);
  expect(rules).toMatchObject([
    { rule: 'PayoutFloatLow', wallets: { walletType: 'MERCHANT_PAYOUT' }, episodes: 2 },
    { rule: 'PayoutFloatLow', wallets: { walletType: 'MERCHANT_COLLECTION' }, episodes: 0 },
  ]);
});

test('the worst of above is the highest, of a difference the largest either way', () => {
  const above = {
    kind: 'above',
    field: 'available',
    threshold: amountOf('10'),
    clear: amountOf('10'),
  } as const;
  const history = ['11', '30', '20'].map((amount, minute) => polled(minute, [payout(amount)]));
  expect(simulate(history, [lowRule({ condition: above })]).episodes[0]?.worst).toBe('30');
  const difference = { kind: 'difference_above', threshold: amountOf('1') } as const;
  const wallets = ['8', '1', '15'].map((actual) => ({ ...payout('10'), actual: amountOf(actual) }));
  const odd = wallets.map((wallet, minute) => polled(minute, [wallet]));
  expect(simulate(odd, [lowRule({ condition: difference })]).episodes[0]?.worst).toBe('-9');
});

test('silence is judged by the slots of the history', () => {
  const rule = lowRule({ condition: { kind: 'unknown_for', ms: 5 * MINUTE } });
  const history = [polled(0, [payout('1')]), polled(1, 'connect'), polled(20, [payout('1')])];
  expect(simulate(history, [rule]).episodes).toMatchObject([
    { firingAt: START + 5 * MINUTE, resolvedAt: START + 20 * MINUTE },
  ]);
});

describe('floatwatch simulate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-simulate-'));
  const config = join(folder, 'floatwatch.yaml');
  const csv = join(folder, 'history.csv');
  const account = {
    name: 'acme-ug',
    base_url: 'https://pay.example.com',
    public_key: 'pk',
    secret_key: 'sk',
  };
  const line = (minute: number, amount: string) =>
    `acme-ug,UGX,MERCHANT_PAYOUT,${new Date(START + minute * MINUTE).toISOString()},${amount}`;
  const header = 'account,currency,wallet_type,slot,available';
  beforeAll(() => {
    const rules = [{ name: 'Low', below: '5000000', wallets: { wallet_type: 'MERCHANT_PAYOUT' } }];
    writeFileSync(config, JSON.stringify({ accounts: [account], alerts: { rules } }));
    const amounts = ['9000000', '4500000', '3500000', '9000000', '4800000', '9000000'];
    writeFileSync(csv, `${[header, ...amounts.map((amount, i) => line(i, amount))].join('\r\n')}\r\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function run(...argv: string[]) {
    const { io, written } = capture();
    const code = await main(['simulate', '--config.file', config, ...argv], io);
    return { code, ...written() };
  }

  test('prints what would have fired, as text', async () => {
    const { code, stdout } = await run('--csv', csv);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '6 polls from 2026-03-02 12:00:00Z to 2026-03-02 12:05:00Z, 1 (rule, wallet) watched.',
    );
    expect(stdout).toMatch(
      /Low +acme-ug\/UGX\/MERCHANT_PAYOUT +2026-03-02 12:01:00Z +2m +4,500,000 +3,500,000\n/,
    );
    expect(stdout).toMatch(/Low +warning +2 +2\.0 +3m +2m\n/);
  });

  test('--set tries another threshold beside the one of the file', async () => {
    const { stdout } = await run('--csv', csv, '--rule', 'Low', '--set', 'below=4000000');
    expect(stdout).toContain('Low: 2 → 1 episode (2.0 a week → 1.0 a week), firing 3m → 1m');
    const json = JSON.parse(
      (await run('--csv', csv, '--rule', 'Low', '--set', 'below=4000000', '--json')).stdout,
    );
    expect(json).toMatchObject({
      since: '2026-03-02T12:00:00.000Z',
      rules: [{ rule: 'Low', episodes: 2, firing_seconds: 180 }],
      changed: { episodes: [{ worst: '3500000', wallet_type: 'MERCHANT_PAYOUT', lasted_seconds: 60 }] },
    });
  });

  test('--set tries another field, which the rule of the file does not look at', async () => {
    const both = join(folder, 'both.csv');
    const lines = [
      `${header},actual`,
      ...[3, 9, 9].map((actual, i) => `${line(i, '9000000')},${actual}000000`),
    ];
    writeFileSync(both, lines.join('\n'));
    const { stdout } = await run('--csv', both, '--rule', 'Low', '--set', 'field=actual');
    expect(stdout).toContain('Low: 0 → 1 episode ');
  });

  test('a rule about silence alone knows that balances were seen', async () => {
    const blind = join(folder, 'blind.yaml');
    const rules = [{ name: 'Blind', unknown_for: '2m' }];
    writeFileSync(blind, JSON.stringify({ accounts: [account], alerts: { rules } }));
    const { stdout } = await run('--csv', csv, '--config.file', blind);
    expect(stdout).toContain('Nothing would have fired.');
  });

  test('rules about payment options, which are not replayed, are named', async () => {
    const both = join(folder, 'both.yaml');
    const rules = [
      { name: 'Low', below: '5000000' },
      { name: 'Off', options: {}, inactive_for: '10m' },
    ];
    writeFileSync(both, JSON.stringify({ accounts: [account], alerts: { rules } }));
    const said = 'floatwatch: rules about payment options are not replayed: Off\n';
    expect((await run('--csv', csv, '--config.file', both)).stderr).toContain(said);
    expect((await run('--csv', csv, '--rule', 'Low', '--config.file', both)).stderr).not.toContain(said);
  });

  test('rules of one name are named once where another one was meant, and told apart by their wallets', async () => {
    const both = join(folder, 'alike.yaml');
    const rules = ['UGX', 'KES'].map((currency) => ({ name: 'Low', wallets: { currency }, below: '5' }));
    writeFileSync(both, JSON.stringify({ accounts: [account], alerts: { rules } }));
    const { stderr } = await run('--csv', csv, '--rule', 'Other', '--config.file', both);
    expect(stderr).toBe('floatwatch: no rule for wallets is called Other; there are Low\n');
    const { stdout } = await run('--csv', csv, '--config.file', both);
    expect(stdout).toMatch(/RULE +WALLETS +SEVERITY/);
    for (const currency of ['UGX', 'KES'])
      expect(stdout).toMatch(new RegExp(`Low +\\*/${currency}/\\* +warning`));
    expect((await run('--csv', csv)).stdout).toMatch(/RULE +SEVERITY/);
  });

  test.each([
    [['--rule', 'Lo'], 'no rule for wallets is called Lo; did you mean Low?'],
    [['--set', 'below=1'], '--set needs --rule NAME'],
    [
      ['--rule', 'Low', '--set', 'above=1'],
      '--set above=1: Low (below) has no such setting; there are below, field, clear_above, for, keep_firing_for',
    ],
    [['--rule', 'Low', '--set', 'below=1,000'], 'is not an amount'],
    [['--rule', 'Low', '--set', 'for=soon'], 'is not a duration'],
    [['--since', '7d'], "'--csv <file>' cannot be used with option '--since <when>'"], // it was passed over
  ])('%j is refused: %s', async (argv, message) => {
    const { code, stderr } = await run('--csv', csv, ...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test.each([
    ['slots that go back', [line(1, '1'), line(0, '1')], ':3: slots go back'],
    ['an amount that is none', [line(0, '1e')], ':2: available is not an amount: "1e"'],
    ['an instant that is none', ['a,UGX,T,yesterday,1'], ':2: not an instant: "yesterday"'],
  ])('a file with %s is refused with its place', async (_, lines, message) => {
    const bad = join(folder, 'bad.csv');
    writeFileSync(bad, [header, ...lines].join('\n'));
    const { code, stderr } = await run('--csv', bad);
    expect(code).toBe(1);
    expect(stderr).toContain(bad + message);
  });

  test('lines of one slot are one observation; quotes and times of Postgres are read', async () => {
    const file = join(folder, 'more.csv');
    const lines = [
      '"acme-ug","UGX","A",2026-03-02 12:00:00+00,1.50',
      'acme-ug,UGX,B,2026-03-02 12:00:00+00,',
      "acme-ug,UGX,'=C,2026-03-02 12:00:00+00,2", // as exports write it, for spreadsheets
    ];
    writeFileSync(file, [header, ...lines].join('\n'));
    const seen: Observation[] = [];
    await readCsvHistory(file, (observation) => seen.push(observation));
    expect(seen).toMatchObject([
      {
        slot: START,
        wallets: [
          { walletType: 'A', available: '1.50' },
          { walletType: 'B', available: null },
          { walletType: '=C', available: '2' },
        ],
      },
    ]);
  });

  // As ORDER BY slot alone gives them.
  test('so they are where those of other accounts stand in between: no wallet is missing', async () => {
    const file = join(folder, 'mixed.csv');
    const at = (minute: number, account: string, walletType: string) =>
      `${account},UGX,${walletType},${new Date(START + minute * MINUTE).toISOString()},9000000`;
    const lines = [0, 1, 2].flatMap((minute) => [
      ...[at(minute, 'acme-ug', 'A'), at(minute, 'acme-ke', 'A')],
      ...[at(minute, 'acme-ug', 'B'), at(minute, 'acme-ke', 'B')],
    ]);
    writeFileSync(file, [header, ...lines].join('\n'));
    const config = join(folder, 'missing.yaml');
    writeFileSync(
      config,
      JSON.stringify({ accounts: [account], alerts: { rules: [{ name: 'Gone', missing: true }] } }),
    );
    const { stdout } = await run('--csv', file, '--config.file', config);
    expect(stdout).toMatch(/^6 polls /);
    expect(stdout).toContain('Nothing would have fired.');
  });
});

const HOURLY = createSchedule('0 * * * *', 'UTC');

test('runway_below is judged by the history that came before, with the lead time of each account', () => {
  const rule = lowRule({ name: 'Short', condition: { kind: 'runway_below', lead: 'top_up_lead_time' } });
  const simulate = (leadMs: number | undefined, from = 0) => {
    const simulator = createSimulator([rule], {
      ...(leadMs !== undefined && {
        accountOf: () => ({ topUpLeadMs: leadMs, confidence: 0.95, schedule: HOURLY }),
      }),
      from,
    });
    for (let hour = 0; hour < 21 * 24; hour++) {
      const left = 100_000 - (hour % 100) * 1_000; // topped up every hundred hours, when it is empty
      simulator.take(polled(hour * 60, [payout(String(left))]));
    }
    return simulator.finish();
  };
  const day = 24 * 60 * MINUTE;
  const { episodes } = simulate(day);
  expect(episodes.length).toBe(4); // not before there was a week of it
  for (const { threshold, lastedMs, firingAt, worst } of episodes) {
    expect(threshold).toBe('1d');
    expect(firingAt).toBeGreaterThanOrEqual(START + 6.5 * day);
    expect(lastedMs / day).toBeGreaterThan(0.9);
    expect(lastedMs / day).toBeLessThan(1.9);
    expect(worst).toMatch(/^\d+m$|^1h|^0s/);
  }
  expect(simulate(undefined).episodes).toEqual([]);
  expect(simulate(day, START + 14 * day)).toMatchObject({ since: START + 14 * day, observations: 7 * 24 });
  expect(simulate(day, START + 14 * day).episodes.length).toBe(2);
});

test('a runway is less by the time until the next poll, as it is in the monitor: at closing time, and not after an outage', () => {
  const rule = lowRule({ name: 'Short', condition: { kind: 'runway_below', lead: 'top_up_lead_time' } });
  const leadMs = 48 * 60 * MINUTE;
  const fired = (schedule: Schedule, isSeen: (hour: number) => boolean) => {
    const simulator = createSimulator([rule], {
      accountOf: () => ({ topUpLeadMs: leadMs, confidence: 0.95, schedule }),
    });
    for (let hour = 0; hour < 24 * 24; hour++)
      if (isSeen(hour)) simulator.take(polled(hour * 60, [payout(String(57_600 - hour * 100))]));
    return simulator.finish().episodes.map(({ firingAt }) => (firingAt - START) / (60 * MINUTE));
  };
  const [usual = 0, ...others] = fired(HOURLY, () => true);
  expect(others).toEqual([]);
  // The first poll after twenty hours without any is followed by the next within an hour.
  expect(fired(HOURLY, (hour) => hour < usual - 30 || hour >= usual - 10)).toEqual([usual]);
  const office = createSchedule('0 8-17 * * *', 'UTC');
  const seen = fired(office, (hour) => [...office.between(at(hour) - 1, at(hour), 1)].length > 0);
  expect(seen.map((hour) => new Date(at(hour)).getUTCHours())).toEqual([17]);
});

function at(hour: number): number {
  return START + hour * 60 * MINUTE;
}
