// The families of payment options. They change seldom, so all of them are rendered together when one has changed. Used by
// `metrics.ts`.
import type { OptionView, PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import { OPTION_FAMILIES, OPTION_STATE } from './catalogue.ts';
import { escapeLabel, familyHeader } from './family.ts';

const STATES = ['fresh', 'stale', 'missing'] as const;
/** Payment options of one account that have series. */
export const MAX_OPTIONS = 500;
const ASCII = /^[\x20-\x7e]*$/; // the service's names were checked when they were read; this is a second check

const VALUES: Readonly<Record<keyof typeof OPTION_FAMILIES, (view: OptionView) => string | null>> = {
  active: ({ option }) => (option.active === null ? null : option.active ? '1' : '0'),
  min: ({ option }) => option.min,
  max: ({ option }) => option.max,
  maxDaily: ({ option }) => option.maxDaily,
};

/** Renders what is fresh; gives the same Buffer until that is another. */
export function createOptionFamilies(board: () => PaymentOptionBoard, clock: Clock): () => Buffer {
  let from: PaymentOptionBoard | undefined;
  let version = -1;
  let untilWall = 0;
  let untilMonotonic = 0;
  let rendered: Buffer = Buffer.alloc(0);
  return () => {
    const now = board();
    const holds =
      now === from &&
      now.version() === version &&
      clock.now() < untilWall &&
      clock.monotonic() < untilMonotonic;
    if (!holds) {
      from = now;
      version = now.version();
      untilWall = now.staleAt() ?? Number.POSITIVE_INFINITY;
      untilMonotonic = clock.monotonic() + (untilWall - clock.now());
      rendered = render(now);
    }
    return rendered;
  };
}

function render(board: PaymentOptionBoard): Buffer {
  const named = board.accounts.flatMap((name) => {
    const options = board.account(name)?.options ?? [];
    return options.filter(hasNames).slice(0, MAX_OPTIONS);
  });
  const shown = named.filter(({ state }) => state === 'fresh');
  let text = '';
  for (const name of Object.keys(OPTION_FAMILIES) as (keyof typeof OPTION_FAMILIES)[]) {
    const family = OPTION_FAMILIES[name];
    text += familyHeader(family, 'text');
    for (const view of shown) {
      const value = VALUES[name](view);
      if (value !== null) text += `${family.name}${labelsOf(view)} ${value}\n`;
    }
  }
  text += familyHeader(OPTION_STATE, 'text');
  for (const view of named) {
    const labels = labelsOf(view).slice(0, -1);
    for (const state of STATES) {
      text += `${OPTION_STATE.name}${labels},state="${state}"} ${view.state === state ? 1 : 0}\n`;
    }
  }
  return Buffer.from(text);
}

function hasNames({ option }: OptionView): boolean {
  const { currency, transactionType, transactionMethod, providerCode, exposable } = option;
  const names = [currency, transactionType, transactionMethod, providerCode];
  return exposable && names.every((name) => ASCII.test(name));
}

function labelsOf({ account, option }: OptionView): string {
  const pairs = Object.entries({
    account,
    currency: option.currency,
    transaction_type: option.transactionType,
    transaction_method: option.transactionMethod,
    provider_code: option.providerCode,
  });
  return `{${pairs.map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',')}}`;
}
