// Plays the demo's story on its sandbox: switches on what each scene needs, and off again afterwards.
import { WEEK_MS } from '../../domain/duration.ts';
import { type Amount, amountOf, percentOf } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { PaymentOptionId } from '../../domain/payment-option.ts';
import { walletKey } from '../../domain/wallet.ts';
import { optionsAt } from '../../sandbox/options.ts';
import type { Scenario } from '../../sandbox/scenario.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { CAST, playingAt, ROUND_MS, type SceneName, TOPPED_UP_AFTER_MS } from './demo-story.ts';

const PAYOUT = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' } as const;
const FULL = 250; // per cent of the threshold after a top-up
const LOW_AFTER_TOP_UP_MS = ROUND_MS - TOPPED_UP_AFTER_MS + 20_000; // when 100 per cent is reached
const SALARIES = 60; // per cent of the wallet
const PAID_WITHIN_MS = 60_000;
const SERVICE_UNAVAILABLE = '503';

export interface Player {
  /** Brings the sandbox into the state of this instant, whatever it was before. Once a second is often enough. */
  play(now: Instant): void;
}

export function createPlayer(
  { sandbox, scenario }: { readonly sandbox: Sandbox; readonly scenario: Scenario },
  since: Instant,
): Player {
  const { faults, overrides } = sandbox;
  const threshold = scenario.thresholds.find(
    (each) => each.merchant === CAST.low && walletKey(each) === walletKey(PAYOUT),
  )!.threshold;
  const option = switchedOption(scenario, since);

  const on: Readonly<Partial<Record<SceneName, (playedMs: number) => void>>> = {
    blind: () => faults.on(CAST.blind, 'status', { value: SERVICE_UNAVAILABLE }),
    refused: () => faults.on(CAST.refused, 'unauthorized'),
    option: () => overrides.setOption(CAST.option, option, { active: false }),
    payday: (playedMs) => overrides.setWallet(CAST.payday, PAYOUT, { available: leftOnPayday(playedMs) }),
  };
  const off: Readonly<Partial<Record<SceneName, () => void>>> = {
    blind: () => faults.off(CAST.blind),
    refused: () => faults.off(CAST.refused),
    option: () => overrides.clearOption(CAST.option, option),
    payday: () => overrides.clearWallet(CAST.payday, PAYOUT),
  };
  let before: SceneName = 'calm';

  return {
    play(now) {
      const { scene, playedMs } = playingAt(since, now);
      if (scene.name !== before) off[before]?.();
      if (scene.name !== before || scene.name === 'payday') on[scene.name]?.(playedMs);
      before = scene.name;
      const sinceTopUp = now - since - TOPPED_UP_AFTER_MS;
      // Until its first top-up the scenario sets the wallet's balance, so that it goes on from the imported past.
      if (sinceTopUp >= 0)
        overrides.setWallet(CAST.low, PAYOUT, { available: drained(threshold, sinceTopUp % ROUND_MS) });
    },
  };

  function leftOnPayday(playedMs: number): Amount {
    const live = scenario.at(CAST.payday, sandbox.clock.now());
    const { available } = live.find((wallet) => walletKey(wallet) === walletKey(PAYOUT))!;
    const paid = (SALARIES * Math.min(playedMs, PAID_WITHIN_MS)) / PAID_WITHIN_MS;
    return whole(percentOf(available, percent(100 - paid)));
  }
}

/** The balance after a top-up: it falls evenly, and goes below the threshold when the story says so. */
function drained(threshold: Amount, sinceTopUpMs: number): Amount {
  const share = FULL - ((FULL - 100) * sinceTopUpMs) / LOW_AFTER_TOP_UP_MS;
  return whole(percentOf(threshold, percent(share)));
}

/** The share as an `Amount`. It is only for a demonstration, so its exact digits don't matter. */
function percent(share: number): Amount {
  return amountOf(share.toFixed(4));
}

/** UGX has no decimals. */
function whole(amount: Amount): Amount {
  return amountOf(amount.split('.')[0]!);
}

/** The payment option that the story switches off: the merchant's first for payouts. */
export function switchedOption({ seed, merchants }: Scenario, since: Instant): PaymentOptionId {
  const merchant = merchants.find(({ name }) => name === CAST.option)!;
  for (let at = since; ; at += WEEK_MS) {
    const found = optionsAt(seed, merchant, at).find(({ transactionType }) => transactionType === 'PAYOUT');
    if (found) return found; // an option that is gone for a while isn't chosen
  }
}
