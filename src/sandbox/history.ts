// The scenario's past, as the monitor would have seen it. The demo fills its database with it.
import type { Instant } from '../domain/observation.ts';
import type { Scenario, ScenarioWallet } from './scenario.ts';

/** One wallet of one account at one slot. */
export interface ScenarioSnapshot extends ScenarioWallet {
  /** The merchant's name. */
  readonly account: string;
  readonly slot: Instant;
}

/**
 * Every wallet at every multiple of `stepMs` in [from, to), slot by slot.
 *
 * A fortnight of the demo's twenty wallets, minute by minute, is about 400,000 snapshots and takes a few seconds.
 */
export function* snapshots(
  scenario: Scenario,
  { from, to, stepMs }: { readonly from: Instant; readonly to: Instant; readonly stepMs: number },
): Generator<ScenarioSnapshot> {
  for (let slot = Math.ceil(from / stepMs) * stepMs; slot < to; slot += stepMs) {
    for (const { name } of scenario.merchants) {
      for (const wallet of scenario.at(name, slot)) yield { account: name, slot, ...wallet };
    }
  }
}
