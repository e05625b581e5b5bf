// A replica as Prometheus sees one: the real exposition, fed by hand, behind a real socket.
import { levelOf, type WalletRule } from '../../src/conditions/rule.ts';
import { dropsBy } from '../../src/conditions/wallet/change.ts';
import { kindOfWalletCondition, type WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { above, below } from '../../src/conditions/wallet/threshold.ts';
import type { Alert } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createInstruments } from '../../src/metrics/instruments.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createAlertInstance } from '../../src/monitor/alerts/alert-instance.ts';
import { view } from '../../src/monitor/alerts/alert-view.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { createWebServer } from '../../src/web/server.ts';
import { observation, wallet } from '../support/fakes.ts';

const MINUTE = 60_000;

/** What both replicas know: two accounts, of which one doesn't answer, and a payout wallet that runs dry. */
export async function startReplica(): Promise<AsyncDisposable & { readonly address: string }> {
  const clock = { now: () => Date.now(), monotonic: () => Math.round(performance.now()) };
  const schedule = createSchedule('* * * * *', 'UTC');
  const expected = (name: string, currency: string) => {
    const expect = [{ currency, walletType: 'MERCHANT_PAYOUT' }];
    return { name, schedule, staleAfter: 2, expect };
  };
  const board = createBoard([expected('acme-ug', 'UGX'), expected('silent-ke', 'USD')], clock);
  const metrics = createMetrics({
    board: () => board,
    clock,
    build: { version: '0.1.0', revision: 'test', nodeVersion: process.version },
    externalUrl: 'http://localhost:14217',
    alerts: { alerts: () => alerts, told: () => alerts },
    runway: () => [
      { confidence: '0.5', seconds: 90_000 },
      { confidence: '0.95', seconds: 40_000 },
    ],
    instruments: createInstruments({ receivers: ['http://alertmanager:9093'] }),
    clockSkew: () => [['http://alertmanager:9093', 0.2]],
    storeUp: () => false,
    spool: () => ({ polls: 3, bytes: 4_096, oldest: clock.now() - MINUTE }),
    reload: () => ({ successful: true, succeededAt: clock.now() }),
  });
  // Counters are watched for a while: their increase is what the panels show.
  const poll = () => {
    const slot = clock.now() - (clock.now() % MINUTE);
    const wallets = [
      wallet('4000000'),
      wallet('1000', 'MERCHANT_COLLECTION'),
      wallet('70', 'MERCHANT_PAYOUT', 'USD'),
      wallet('9', 'MERCHANT_COLLECTION', 'USD'),
    ];
    const seen = observation({ account: 'acme-ug', slot, wallets, observedAt: clock.now() });
    const failed = observation({ account: 'silent-ke', slot, outcome: 'deadline', wallets: [] });
    for (const each of [seen, failed]) {
      board.observe(each);
      metrics.events.observed(each, 40);
      metrics.events.kept(each, 'stored', 5);
    }
    metrics.events.missed('silent-ke', 1);
    metrics.instruments.notified('http://alertmanager:9093', 'delivered');
    metrics.instruments.notified('http://alertmanager:9093', 'failed');
  };
  poll();
  const polling = setInterval(poll, 300);
  const server = await createWebServer({
    listen: [{ host: '127.0.0.1', port: 0 }],
    externalUrl: 'http://localhost:14217',
    operations: {
      async scrape(accept) {
        const { headers, pieces } = await metrics.scrape(accept);
        return { headers, pieces: [options(), ...pieces] };
      },
      healthy: () => ({ ok: true, text: 'alive' }),
      ready: () => ({ ok: true, text: 'ready' }),
    },
  });
  return {
    address: server.addresses[0]!,
    async [Symbol.asyncDispose]() {
      clearInterval(polling);
      await server.close(0);
    },
  };
}

/** Payment options, as the contract words them. */
function options(): Buffer {
  const labels =
    '{account="acme-ug",currency="UGX",transaction_type="PAYOUT",transaction_method="MOBILE_MONEY",provider_code="mtn_ug"}';
  const values = { active: 1, min_amount: 500, max_amount: 5_000_000, max_daily_amount: 20_000_000 };
  const lines = Object.entries(values).map(
    ([name, value]) => `# TYPE payment_option_${name} gauge\npayment_option_${name}${labels} ${value}\n`,
  );
  return Buffer.from(lines.join(''));
}

const LOW = below.of(amountOf('5000000'), { field: null, clear_above: null });
const MUCH = above.of(amountOf('90000000'), { field: null, clear_below: null });
const ACTUAL = below.of(amountOf('70000000'), { field: 'actual', clear_above: null });
const DROP = dropsBy.of({ by: amountOf('30000000'), percent: false }, { field: null, within: 60 * MINUTE });

/** One fires; the others are about the same wallet, and their amounts are no level of what is available to be above. */
const alerts: readonly Alert[] = [
  {
    ...alertOf('PayoutFloatLow', LOW, 'acme-ug'),
    ...{ phase: 'firing', reason: 'fired', firingAt: Date.now() - MINUTE, value: amountOf('4000000') },
  },
  alertOf('PayoutFloatLow', LOW, 'silent-ke'),
  alertOf('TooMuchInPayout', MUCH, 'acme-ug'),
  alertOf('LittleInAll', ACTUAL, 'acme-ug'),
  alertOf('PayoutDropped', DROP, 'acme-ug'),
];

function alertOf(name: string, condition: WalletCondition, account: string): Alert {
  const rule: WalletRule = {
    ...{ name, severity: 'warning', labels: {}, annotations: {}, forMs: 0, keepFiringForMs: 0 },
    wallets: { account: '*', currency: '*', walletType: '*' },
    condition,
  };
  const subject = { account, currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
  const threshold = kindOfWalletCondition(condition).threshold(condition);
  return view(createAlertInstance(rule, subject, { threshold, level: levelOf(rule) }), Date.now(), {
    linkTo: () => null,
  });
}
