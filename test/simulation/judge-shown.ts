// Judges promises 3 and 7: each amount that is shown was sent, digit for digit, and not long ago.
import { errorOf, type Process } from './clockwork.ts';
import type { Asked, Served } from './service.ts';
import { staleMs } from './settings.ts';
import { type Replica, settingsNow, type World } from './world.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 20_000; // how long a poll, and our own look, may take
const OPTIONS_STALE_MS = 2 * 15 * MINUTE_MS + 30_000;
const BALANCE =
  /^merchant_wallet_available_balance\{account="(\w+)",currency="(\w+)",wallet_type="(\w+)"\} (\S+)$/gm;
const OPTION = /^payment_option_active\{account="(\w+)".*provider_code="(\w+)"\} ([01])$/gm;

export function createShownJudge(world: World) {
  const { clockwork, services, violation } = world;
  const errors = new Map<Process, { readonly at: number; readonly wrong: number }>();

  return {
    async look({ scrape, process, name }: Replica): Promise<void> {
      if (!scrape || !process.alive || process.paused) return;
      const now = clockwork.now();
      const wrong = recentError(process, now);
      const since = now - staleMs(settingsNow(world)) - LOOK_MS - wrong;
      const { pieces, release } = await clockwork.runAs(process, () => scrape(undefined, undefined));
      const text = Buffer.concat(pieces).toString('latin1');
      release?.();
      for (const [, account, currency, walletType, amount] of linesOf(
        text,
        'merchant_wallet_available_balance',
      ).matchAll(BALANCE)) {
        const key = `${currency}/${walletType}`;
        const served = services.served.get(account!);
        const isIt = ({ amounts }: Served) => amounts.get(key) === amount;
        // A replica whose clock is wrong by more than a look takes may have asked for it. Replicas that learn its answer from
        // the database believe the time of that clock.
        const sent =
          lastOf(served, since, isIt) ??
          served?.findLast(
            (one) => Math.abs(one.theirClock - one.at) > LOOK_MS && one.theirClock >= since && isIt(one),
          );
        if (!sent)
          violation(`promise 3: ${name} shows ${account}/${key} ${amount}, which was not sent lately`);
      }
      for (const [, account, code, active] of linesOf(text, 'payment_option_active').matchAll(OPTION)) {
        const told = lastOf(
          services.servedOptions.get(account!),
          now - OPTIONS_STALE_MS - LOOK_MS - wrong,
          (each) => each.active.get(code!) === (active === '1'),
        );
        if (!told)
          violation(
            `promise 3: ${name} shows option ${account}/${code} ${active}, which was not sent lately`,
          );
      }
    },
  };

  /**
   * By how much the process's clock was wrong in the last minute. Beyond a minute the alert ClockSkewed says so, and the
   * times that are told are as wrong as the clock. Once the clock is right again, nothing is shown by its old time.
   */
  function recentError(process: Process, now: number): number {
    const wrong = Math.abs(errorOf(process, now));
    const last = errors.get(process);
    const forgotten = !last || last.at <= now - MINUTE_MS;
    if (wrong > 0 && (forgotten || wrong >= last.wrong)) errors.set(process, { at: now, wrong });
    return Math.max(wrong, forgotten ? 0 : last.wrong);
  }
}

/** The samples of one family, which stand together. */
function linesOf(text: string, family: string): string {
  const first = text.indexOf(`\n${family}{`) + 1;
  const end = text.indexOf('\n#', first);
  return first === 0 ? '' : text.slice(first, end < 0 ? undefined : end + 1);
}

/** The newest one since an instant for which `holds` is true. */
export function lastOf<T extends Pick<Asked, 'at'>>(
  all: readonly T[] | undefined,
  since: number,
  holds: (one: T) => boolean,
): T | undefined {
  for (let i = (all?.length ?? 0) - 1; i >= 0 && all![i]!.at >= since; i--)
    if (holds(all![i]!)) return all![i];
  return undefined;
}
