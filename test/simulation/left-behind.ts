// An account that a redeployment took out the day before, while an alert of it fired. Once nobody has polled the account
// for a day, its alert is ended, and the receivers that know the alert are told so. Only the database knows of it.
import { fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import { webhooksOf } from './settings.ts';
import { settingsNow, type World } from './world.ts';

const HOUR_MS = 3_600_000;
/** From the beginning of the world until its last poll is a day ago. */
const LEFT_MS = 3 * HOUR_MS;
const ACCOUNT = 'former';
const labels = {
  ...{ alertname: 'FloatLow', severity: 'critical' },
  ...{ account: ACCOUNT, currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' },
};

/** Puts the alert into the database of a world that has not begun. */
export function leaveBehind({ clockwork, database }: World): void {
  const at = clockwork.now() - 24 * HOUR_MS + LEFT_MS;
  const value = { value: '7.00', threshold: '1000000' };
  const times = { pendingAt: at - HOUR_MS, firingAt: at - HOUR_MS, resolvedAt: null, clearSince: null, at };
  database.leaveBehind({
    ...{ fingerprint: fingerprintOf(labels), rule: labels.alertname, severity: 'critical', labels },
    ...{ account: ACCOUNT, currency: labels.currency, walletType: labels.wallet_type },
    state: { phase: 'firing', held: false, ...value, ...times },
  });
}

/** Judges promise 5, after a calm hour. */
export function judgeLeftBehind(world: World): void {
  const { database, receivers, settings, violation } = world;
  const alert = [...database.states.values()].find(({ account }) => account === ACCOUNT);
  if (!alert) return;
  if (alert.state.phase !== 'inactive')
    violation(`promise 5: nobody polls ${ACCOUNT} any more, and its alert fires for ever`);
  const ends = receivers.messages.filter(
    ({ labels, status }) => labels['account'] === ACCOUNT && status === 'resolved',
  );
  const firstTold = Math.min(...ends.map(({ at }) => at));
  const then = settings.findLast(({ at }) => at <= firstTold)?.settings;
  for (const webhook of webhooksOf(settingsNow(world))) {
    // A webhook that wasn't in the settings when others were told was never told that the alert fires, either.
    if (then && !webhooksOf(then).includes(webhook)) continue;
    if (!ends.some((one) => one.webhook === webhook))
      violation(`promise 5: ${webhook} was not told that the alert of ${ACCOUNT} is over`);
  }
}
