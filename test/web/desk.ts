// A web server with everything that pages can show: wallets in every state, a past, alerts, payment options.
import { readFileSync } from 'node:fs';
import type { Alert } from '../../src/domain/alert.ts';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import type { DayFigures, StatementLine } from '../../src/domain/statement.ts';
import { episodeOf, fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { Episode, PageSources } from '../../src/web/sources.ts';
import { type House, NOON, wallet } from '../metrics/house.ts';
import { option, optionPoll } from '../support/options.ts';
import { createPlanning } from './planning.ts';
import { startWeb, type Web } from './start.ts';

const HOUR = 3_600_000;
export const PAYOUT = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
export const WALLET_PAGE = '/wallets/acme/UGX/MERCHANT_PAYOUT';
export const RUNBOOK = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

const LABELS = {
  ...{ alertname: 'PayoutFloatLow', severity: 'warning', account: 'acme', currency: 'UGX' },
  wallet_type: 'MERCHANT_PAYOUT',
};
const FINGERPRINT = fingerprintOf(LABELS);
export const PAST_EPISODE: Episode = {
  ...PAYOUT,
  ...{
    rule: 'PayoutFloatLow',
    severity: 'warning',
    labels: LABELS,
    value: '4500000.00',
    threshold: '5000000',
  },
  ...{ pendingAt: NOON - 30.1 * HOUR, firingAt: NOON - 30 * HOUR, resolvedAt: NOON - 28 * HOUR },
  episode: episodeOf({ fingerprint: FINGERPRINT, firingAt: NOON - 30 * HOUR }),
};

const day = (least: number): { at: number; available: Amount | null }[] =>
  Array.from({ length: 96 }, (_, i) => ({
    at: NOON - (96 - i) * (HOUR / 4),
    available:
      i > 50 && i < 56 ? null : amountOf(`${Math.round(least * (1 + ((960 - i * 7) % 40) / 40))}.50`),
  }));

async function* inParts<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}

export async function startFull(more: Partial<PageSources> = {}): Promise<Web> {
  const web: Web = await startWeb({}, {}, { ...sourcesOfDesk(() => web.house), ...more });
  fillDesk(web);
  return web;
}

/** What pages and API read, of wallets that {@link fillDesk} puts into the house. */
export function sourcesOfDesk(houseOf: () => House): Partial<PageSources> {
  const points = day(4_000_000).map(({ at, available }) => ({
    ...{ at, available, actual: available, uncleared: amountOf('0'), reserve: amountOf('0') },
    ...{ lowest: available, highest: available, samples: 1, since: null, slot: at },
  }));
  const clock = { now: () => NOON, monotonic: () => 0 };
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const optionBoard = createPaymentOptionBoard([{ name: 'acme-ug', schedule, staleAfter: 2 }], clock);
  const papaya = { providerCode: 'PAPAYA_UG', providerName: 'Papaya', prefixes: ['70', '74', '75'] };
  const card = { transactionMethod: 'CARD', methodName: 'Card', providerCode: 'CARD_UG', providerName: '' };
  optionBoard.observe(
    optionPoll(NOON - HOUR / 4, [
      option(),
      option({ ...papaya, active: false }),
      option({ ...card, max: null }),
    ]),
  );
  let planner: ReturnType<typeof createPlanning> | undefined;
  const planning = () => {
    planner ??= createPlanning(houseOf(), {
      'acme/UGX/MERCHANT_PAYOUT': 2_000_000,
      'acme/KES/MERCHANT_PAYOUT': 200_000,
    });
    return planner;
  };
  return {
    accounts: () => [
      { account: 'acme', schedule: '*/5 * * * *', timezone: 'Africa/Kampala', staleAfter: 2 },
      { account: 'zeta', schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 },
    ],
    options: () => optionBoard,
    optionChanges: async () => [
      {
        ...option(),
        account: 'acme-ug',
        seenAt: NOON - HOUR,
        field: 'max_amount',
        before: '4000000',
        after: '5000000',
      },
    ],
    grafanaUrl: 'http://localhost:3000',
    runbook: RUNBOOK,
    runway: () => [{ confidence: '0.5', seconds: 93_000 }],
    sparklines: async () =>
      new Map([
        ['acme/UGX/MERCHANT_PAYOUT', day(4_000_000)],
        ['acme/KES/MERCHANT_PAYOUT', day(900_000)],
      ]),
    plan: (question) => planning().all(question),
    planOf: (named) => planning().of(named),
    chart: async () => points,
    history: async () => inParts(points),
    polls: async () => ({
      first: NOON - HOUR,
      polls: [
        {
          slot: NOON - HOUR,
          outcome: 'deadline',
          staleAt: null,
          httpStatus: null,
          durationMs: 15_000,
          wallets: 0,
          detail: null,
        },
        {
          slot: NOON,
          outcome: 'ok',
          staleAt: NOON + 150_000,
          httpStatus: 200,
          durationMs: 120,
          wallets: 4,
          detail: null,
        },
      ],
    }),
    episodes: async ({ rule }) => (rule === undefined || rule === 'PayoutFloatLow' ? [PAST_EPISODE] : []),
    episode: async (id) => (PAST_EPISODE.episode.startsWith(id) ? PAST_EPISODE : undefined),
    deliveries: async () => [
      delivery('ops', 'fire', { state: 'accepted', endedAt: NOON - 30 * HOUR + 1_200 }),
      delivery('chat', 'fire', { state: 'given_up', attempts: 3, detail: '404: no such channel' }),
      delivery('ops', 'resolve', { state: 'waiting', attempts: 2, detail: '503: try later' }),
    ],
    receivers: () => [
      {
        ...{ name: 'http://127.0.0.1:9093', url: 'http://127.0.0.1:9093' },
        ...{ kind: 'alertmanager', trouble: null, tellsSilences: true },
      },
      { name: 'ops', kind: 'webhook', trouble: null },
    ],
    silences: () => [
      {
        ...{ id: 'a1', alertmanager: 'http://127.0.0.1:9093', createdBy: 'anna', comment: 'topping up' },
        ...{ endsAt: NOON + HOUR, alerts: [FINGERPRINT] },
      },
    ],
    rises: async () => [{ at: NOON - 9 * HOUR, by: amountOf('2500000.50') }],
    gaps: async () => ({
      first: NOON - 20 * 24 * HOUR,
      gaps: [
        { since: NOON - 80 * HOUR, until: NOON - 76 * HOUR, failed: 0, outcomes: {} },
        {
          since: NOON - 12 * HOUR,
          until: NOON - 10.75 * HOUR,
          failed: 5,
          outcomes: { deadline: 4, connect: 1 },
        },
      ],
    }),
    at: async () => ({
      wallets: [
        { ...PAYOUT, seen: seenAt('4120500.50', NOON - 60_000, NOON + 60_000) },
        {
          ...PAYOUT,
          walletType: 'MERCHANT_COLLECTION',
          seen: seenAt('90000.10', NOON - HOUR, NOON - HOUR / 2),
        },
        { ...PAYOUT, account: 'zeta', seen: null },
      ],
      accounts: [
        { account: 'acme', good: null, last: { slot: NOON - 60_000, outcome: 'deadline', detail: null } },
        { account: 'zeta', good: null, last: null },
      ],
    }),
    statement: () => inParts([statementDay('2026-11-20'), statementDay('2026-11-21')]),
  };
}

/** Lets the accounts be polled, and alerts fire. */
export function fillDesk({ house, alerts }: Pick<Web, 'house' | 'alerts'>): void {
  house.observe('acme', [
    wallet('UGX', 'MERCHANT_PAYOUT', '4120500.50'),
    wallet('UGX', 'MERCHANT_COLLECTION', '123456789012345678.01'),
    wallet('KES', 'MERCHANT_PAYOUT', '901233.75'),
    wallet('USD', 'SERVICE_PAYMENTS', '-12.50'),
  ]);
  house.observe('zeta', [], { outcome: 'not_json', detail: 'text/html, 1.2 kB' });
  alerts.push(
    alertOfDesk(),
    alertOfDesk({
      fingerprint: 'kes',
      currency: 'KES',
      phase: 'pending',
      firingAt: null,
      value: '901233.75',
      threshold: '1000000',
    }),
    alertOfDesk({
      fingerprint: 'unknown',
      rule: 'BalanceUnknown',
      account: 'zeta',
      currency: '',
      walletType: '',
      value: null,
      threshold: null,
    }),
  );
}

/** An alert that fires about the payout wallet, unless told otherwise. */
export function alertOfDesk(changes: Partial<Alert> = {}): Alert {
  return {
    ...{
      fingerprint: FINGERPRINT,
      ...{ ...PAYOUT, rule: 'PayoutFloatLow', severity: 'warning', threshold: '5000000' },
      reason: 'lasting',
      labels: LABELS,
      annotations: { summary: 'The float is low.' },
      held: false,
      level: { of: 'available', bad: 'below' },
    },
    ...{
      pendingAt: NOON - HOUR,
      firingAt: NOON - HOUR,
      resolvedAt: null,
      value: '4120500.50',
      phase: 'firing',
      ...changes,
    },
  };
}

function delivery(receiver: string, kind: 'fire' | 'resolve', more: object) {
  const base = { receiver, kind, createdAt: NOON - 30 * HOUR, endedAt: null, attempts: 1, detail: null };
  return { ...base, state: 'waiting' as const, ...more };
}

function seenAt(available: string, observedAt: number, staleAt: number) {
  const zero = amountOf('0');
  const balance = {
    available: amountOf(available),
    actual: amountOf(available),
    uncleared: zero,
    reserve: zero,
  };
  return { balance, observedAt, slot: observedAt, staleAt };
}

export function statementDay(day: string, more: Partial<StatementLine> = {}): StatementLine {
  const figures: DayFigures = {
    ...{ opening: amountOf('4133000.50'), closing: amountOf('4120500.50') },
    ...{ lowest: amountOf('4000000.00'), highest: amountOf('4633000.50'), netChange: amountOf('-12500') },
  };
  return {
    ...{ day, ...PAYOUT, available: figures, actual: figures, closingUncleared: amountOf('0.00') },
    ...{ closingReserve: amountOf('0.00'), inflow: amountOf('500000'), outflow: amountOf('512500') },
    ...{ samples: 288, ...more },
  };
}
