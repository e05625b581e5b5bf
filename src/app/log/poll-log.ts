// Writes polls of balances and of payment options to the log: changes, not repetitions.
import type { Outcome } from '../../domain/observation.ts';
import { isBalances, type PollResult, recordCount } from '../../domain/poll-result.ts';
import { pauseAfterRefusals } from '../../monitor/polling/poll.ts';
import type { PollEvents } from '../../monitor/polling/ports.ts';
import type { Logger } from './logger.ts';

/** Logs the events of one kind of polls. The caller reports that the ledger is away. */
export function createPollLog<Seen extends PollResult>(log: Logger): Omit<PollEvents<Seen>, 'ledgerFailed'> {
  const last = new Map<string, { outcome: Outcome; refusals: number }>();

  return {
    observed(result) {
      const { account, outcome } = result;
      const before = last.get(account);
      const refusals = outcome === 'auth' ? (before?.refusals ?? 0) + 1 : 0;
      last.set(account, { outcome, refusals });
      const isNews = outcome !== before?.outcome;
      if (isNews || log.isLevelEnabled('debug')) tellPoll(result, isNews);
      if (pauseAfterRefusals(refusals) > 0 && pauseAfterRefusals(refusals - 1) === 0) {
        log.warn({ account }, 'the keys were refused again and again: trying every five minutes only');
      }
    },
    kept(result, kept) {
      if (kept === 'stored' || kept === 'spooled') return;
      const facts = slotOf(result);
      if (kept === 'conflict')
        log.info(facts, 'another result of this slot was first; ours is kept beside it');
      else log.error({ ...facts, kept }, 'a result could not be stored');
    },
    missed(account, slots) {
      log.warn({ account, slots }, 'slots went by without a poll');
    },
  };

  function tellPoll(result: PollResult, isNews: boolean): void {
    const { outcome, detail, durationMs } = result;
    const records = { [isBalances(result) ? 'wallets' : 'options']: recordCount(result) };
    const what = isBalances(result) ? 'balances' : 'payment options';
    const facts = { ...slotOf(result), outcome, duration_ms: durationMs };
    if (!isNews) log.debug({ ...facts, ...records }, `polled ${what}`);
    else if (outcome === 'ok') log.info({ ...facts, ...records }, `${what} are being read`);
    else log.warn({ ...facts, detail }, `${what} could not be read as they should be`);
  }
}

/** The fields that name the poll of a log line. */
export function slotOf(result: PollResult) {
  const { account, slot } = result;
  const of = isBalances(result) ? {} : { operation: 'options' };
  return { account, slot: new Date(slot).toISOString(), ...of };
}
