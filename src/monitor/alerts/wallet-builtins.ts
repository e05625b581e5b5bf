// The built-in alerts of each wallet. Most are never met, and as full alerts they would take an eighth of a wallet's memory:
// such an alert is dormant and holds only its last evaluation, until there is more to know.
import { type Evaluation, INACTIVE } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { clearTimes, NEVER_CLEAR, sameTimes } from '../../domain/reconcile.ts';
import { type AlertInstance, type AlertSubject, type Apply, createAlertInstance } from './alert-instance.ts';
import { type BuiltinAlert, type BuiltinOptions, builtin } from './builtin.ts';

/** What is known about an alert that was never met; those of an account often know the same, and then share one object. */
type Dormant = Readonly<Pick<AlertInstance, 'reason' | 'clear'>>;

const UNSEEN: Dormant = { reason: 'unknown', clear: undefined };

const NAMES = {
  unreadable: 'WalletUnreadable',
  balanceUnknown: 'BalanceUnknown',
} as const satisfies Readonly<Record<string, BuiltinAlert>>;
type Which = keyof typeof NAMES;
const ALL = Object.keys(NAMES) as readonly Which[];
const ENDS_AT_ONCE = { keepFiringForMs: 0 }; // both have this

export interface WalletBuiltinOptions extends BuiltinOptions {
  /** Whether nothing is known of any alert of its identity. */
  readonly isNew: (alert: AlertInstance) => boolean;
}

/** The built-in alerts of one wallet; `undefined` where they are turned off. */
export interface WalletBuiltins {
  readonly id: AlertSubject;
  readonly builtins: WalletBuiltinOptions;
  unreadable: AlertInstance | Dormant | undefined;
  balanceUnknown: AlertInstance | Dormant | undefined;
}

/** A built-in alert without evidence: dormant, unless something about it is remembered. */
export function newBuiltin(
  which: Which,
  id: AlertSubject,
  options: WalletBuiltinOptions,
): AlertInstance | Dormant | undefined {
  if (!options.builtin) return undefined;
  const alert = instanceOf(which, UNSEEN, { id, builtins: options });
  return options.isNew(alert) ? UNSEEN : options.register(alert);
}

/** Moves a built-in alert by the evidence of instant `at`; it stays dormant until its condition is met. */
export function applyBuiltin(
  wallet: WalletBuiltins,
  which: Which,
  evaluation: Evaluation,
  { at, apply }: { readonly at: Instant; readonly apply: Apply },
): void {
  const known = wallet[which];
  if (!known) return;
  const { state } = evaluation;
  if (isAwake(known) || state === 'met') {
    const alert = woken(wallet, which);
    if (alert) apply(alert, evaluation, at);
    return;
  }
  const isKnown = state !== 'unknown';
  const reason = isKnown ? 'not_met' : 'unknown';
  const clear = isKnown ? clearTimes(known.clear ?? NEVER_CLEAR, state, ENDS_AT_ONCE, at) : known.clear;
  if (reason !== known.reason || clear !== known.clear) wallet[which] = shared({ reason, clear });
}

/** Makes a dormant alert a full one; `undefined` when there is none. */
export function woken(wallet: WalletBuiltins, which: Which): AlertInstance | undefined {
  const known = wallet[which];
  if (!known || isAwake(known)) return known;
  const alert = wallet.builtins.register(instanceOf(which, known, wallet));
  wallet[which] = alert;
  return alert;
}

/** Wakes those that have this name, or all. */
export function wake(wallet: WalletBuiltins, name?: string): void {
  for (const which of ALL) if (name === undefined || NAMES[which] === name) woken(wallet, which);
}

/** Takes over what dormant alerts knew under an earlier configuration; the registry does that for the others. */
export function inheritBuiltins(wallet: WalletBuiltins, old: WalletBuiltins): void {
  for (const which of ALL) {
    const [known, before] = [wallet[which], old[which]];
    if (!known || !before || isAwake(known)) continue;
    if (isAwake(before) && before.state !== INACTIVE) woken(wallet, which);
    else wallet[which] = withoutTimes(before); // even if it was woken to be looked at
  }
}

/** Forgets when conditions were clear, because the clock was set back. */
export function dateBackBuiltins(wallet: WalletBuiltins): void {
  for (const which of ALL) {
    const known = wallet[which];
    if (known && !isAwake(known)) wallet[which] = withoutTimes(known);
  }
}

/** The alerts that aren't dormant. */
export function awakeBuiltins(wallet: WalletBuiltins): AlertInstance[] {
  return ALL.map((which) => wallet[which]).filter(isAwake);
}

/** How many are dormant. */
export function countDormant(wallet: WalletBuiltins): number {
  return ALL.filter((which) => wallet[which] && !isAwake(wallet[which])).length;
}

function instanceOf(
  which: Which,
  known: Dormant,
  { id, builtins }: Pick<WalletBuiltins, 'id' | 'builtins'>,
): AlertInstance {
  const definition = builtin(NAMES[which], builtins.runbookUrl);
  return Object.assign(createAlertInstance(definition, id, { threshold: null }), known);
}

function isAwake(known: AlertInstance | Dormant | undefined): known is AlertInstance {
  return known !== undefined && 'state' in known;
}

function withoutTimes({ reason, clear }: Dormant): Dormant {
  return shared({ reason, clear: clear && NEVER_CLEAR });
}

let last = UNSEEN;

/** The same object as last time, when that says the same. */
function shared(known: Dormant): Dormant {
  const hasSameTimes =
    last.clear && known.clear ? sameTimes(last.clear, known.clear) : last.clear === known.clear;
  if (last.reason !== known.reason || !hasSameTimes) last = known;
  return last;
}
