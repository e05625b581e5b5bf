// The outlooks of an account's wallets, made wallet by wallet.
import { expect, test } from 'vitest';
import { createCalendar } from '../../src/domain/forecast/calendar.ts';
import { alertOf, expectedBetween } from '../../src/domain/forecast/outlook.ts';
import { createJob } from '../../src/monitor/forecast/job.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-05-04T10:20:00Z');
const TODAY = Math.floor(NOW / DAY);
const PAYOUT = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const hours = (days: number, perHour: number) => new Float64Array(days * 24 + 13).fill(perHour); // until now, in Kampala

const jobOf = (own: Partial<Parameters<typeof createJob>[0]> = {}) =>
  createJob(
    {
      ...{ name: 'acme', schedule: createSchedule('*/30 * * * *', 'Africa/Kampala') },
      aims: [
        { leadMs: 2 * DAY, confidence: 0.95 },
        { leadMs: 6 * HOUR, confidence: 0.8 },
      ],
      ...own,
    },
    NOW,
  );

test('each wallet has an outlook from today on, with an alert for each aim', () => {
  const job = jobOf();
  job.take({ ...PAYOUT, hours: hours(30, 10) });
  job.take({ ...PAYOUT, walletType: 'SERVICE', hours: hours(30, 20) });
  const { outlooks, clearings } = job.made();
  expect([...outlooks.keys()]).toEqual(['UGX/MERCHANT_PAYOUT', 'UGX/SERVICE']);
  expect(clearings.size).toBe(0);
  const outlook = outlooks.get('UGX/MERCHANT_PAYOUT')!;
  expect([outlook.from, outlook.days]).toEqual([TODAY, 30]);
  expect(expectedBetween(outlook, 0, 1)).toBeCloseTo(240, 3);
  expect([0, 1].map((i) => alertOf(outlook, i).aim)).toEqual(
    [0.97, 0.88].map((aim) => expect.closeTo(aim, 5)),
  );
  expect(alertOf(outlook, 0).of).toBeGreaterThan(10); // its aim is judged in days
  expect(job.look).toBeCloseTo(1 / 48, 9);
  expect(job.account.name).toBe('acme');
});

test('a wallet whose past is too short has none', () => {
  const job = jobOf();
  job.take({ ...PAYOUT, hours: hours(6, 10) });
  expect(job.made().outlooks.size).toBe(0);
});

test('what clears has an outlook without alerts, where enough of it is known', () => {
  const job = jobOf();
  job.take({ ...PAYOUT, hours: hours(30, 10), cleared: hours(30, 30) });
  job.take({ ...PAYOUT, walletType: 'SERVICE', hours: hours(30, 10), cleared: hours(3, 30) });
  const { clearings } = job.made();
  expect([...clearings.keys()]).toEqual(['UGX/MERCHANT_PAYOUT']);
  const clearing = clearings.get('UGX/MERCHANT_PAYOUT')!;
  expect(expectedBetween(clearing, 0, 1)).toBeCloseTo(720, 3);
  expect(alertOf(clearing, 0).aim).toBeUndefined();
});

test('what is known of days in advance is foretold, of what clears, too', () => {
  const calendar = createCalendar([{ name: 'closed', dates: [TODAY + 1], factor: 0 }], undefined);
  const job = jobOf({ calendar });
  job.take({ ...PAYOUT, hours: hours(30, 10), cleared: hours(30, 30) });
  for (const made of Object.values(job.made())) {
    const outlook = made.get('UGX/MERCHANT_PAYOUT')!;
    expect(expectedBetween(outlook, 1, 2)).toBe(0);
    expect(expectedBetween(outlook, 2, 3)).toBeGreaterThan(200);
  }
});

test('the last whole day ended at the midnight of the zone', () => {
  expect(jobOf().midnight()).toBe(Date.parse('2026-05-03T21:00:00Z'));
});
