// Renders the families of payment options. All are rendered together when one may have changed, as with each poll of an
// account. Used by `metrics.ts`.
import { SEEN_STATES } from '../monitor/board/board.ts';
import type { OptionView, PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import { createTurns } from '../monitor/turns.ts';
import { OPTION_FAMILIES, OPTION_STATE } from './catalogue.ts';
import { coalesce } from './coalesce.ts';
import { escapeLabel } from './family.ts';
import { createFamilyTexts } from './family-texts.ts';

/** The most payment options of one account that have series. */
export const MAX_OPTIONS = 500;
const ASCII = /^[\x20-\x7e]*$/; // the service's names were checked when they were read; this is a second check

const VALUES: Readonly<Record<keyof typeof OPTION_FAMILIES, (view: OptionView) => string | null>> = {
  active: ({ option }) => (option.active === null ? null : option.active ? '1' : '0'),
  min: ({ option }) => option.min,
  max: ({ option }) => option.max,
  maxDaily: ({ option }) => option.maxDaily,
};

/** Renders the payment options, in turns short enough for the event loop. Returns the same Buffer until something changes. */
export function createOptionFamilies(board: () => PaymentOptionBoard, clock: Clock): () => Promise<Buffer> {
  let from: PaymentOptionBoard | undefined;
  let version = -1;
  let untilWall = 0;
  let untilMonotonic = 0;
  let rendered: Buffer = Buffer.alloc(0);
  return coalesce(async () => {
    const now = board();
    const holds =
      now === from &&
      now.version() === version &&
      clock.now() < untilWall &&
      clock.monotonic() < untilMonotonic;
    if (holds) return rendered;
    // Read first: a change while we render causes the next text.
    const seen = now.version();
    const until = now.staleAt() ?? Number.POSITIVE_INFINITY;
    const alsoUntil = clock.monotonic() + (until - clock.now());
    rendered = await render(now);
    from = now;
    [version, untilWall, untilMonotonic] = [seen, until, alsoUntil];
    return rendered;
  });
}

async function render(board: PaymentOptionBoard): Promise<Buffer> {
  const turns = createTurns();
  const values = Object.entries(OPTION_FAMILIES).map(
    ([name, { name: series }]) => [series, VALUES[name as keyof typeof OPTION_FAMILIES]] as const,
  );
  const texts = createFamilyTexts([...Object.values(OPTION_FAMILIES), OPTION_STATE]);
  for (const name of board.accounts) {
    const options = board.account(name)?.options ?? [];
    for (const view of options.filter(hasNames).slice(0, MAX_OPTIONS)) {
      const open = openLabels(view);
      for (const [i, [series, read]] of values.entries()) {
        const value = view.state === 'fresh' ? read(view) : null;
        if (value !== null) texts.add(i, `${series}${open}} ${value}\n`);
      }
      for (const state of SEEN_STATES) {
        const holds = view.state === state ? 1 : 0;
        texts.add(values.length, `${OPTION_STATE.name}${open},state="${state}"} ${holds}\n`);
      }
    }
    if (!turns.isOver()) continue;
    texts.write();
    await turns.next();
  }
  return texts.join();
}

function hasNames({ option }: OptionView): boolean {
  const { currency, transactionType, transactionMethod, providerCode, exposable } = option;
  const names = [currency, transactionType, transactionMethod, providerCode];
  return exposable && names.every((name) => ASCII.test(name));
}

/** The labels of an option, left open: a brace or another label follows. */
function openLabels({ account, option }: OptionView): string {
  const pairs = Object.entries({
    account,
    currency: option.currency,
    transaction_type: option.transactionType,
    transaction_method: option.transactionMethod,
    provider_code: option.providerCode,
  });
  return `{${pairs.map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',')}`;
}
