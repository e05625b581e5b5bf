// What must be sent, and by when: the plan, for whoever moves the money.
import { amount, days, instantOf } from './columns.ts';
import { table } from './panels.ts';
import { onceBy, rows, withWallet } from './queries.ts';
import { CHOSEN, WALLET, walletColumns } from './wallets.ts';

export function topUps() {
  const needed = `${onceBy(WALLET, `merchant_wallet_top_up_needed{${CHOSEN}}`)} > 0`;
  const deadline = onceBy(WALLET, `merchant_wallet_top_up_deadline_timestamp_seconds{${CHOSEN}}`);
  const ofNeeded = `and on (${WALLET}) (${needed})`;
  return table(
    {
      title: 'To send',
      description:
        'Wallets that need money to last for the cover of their plan: how much, when it must be requested at the latest, and in how many days that is. Where that is over, the next time at which somebody approves. From which wallet, and whether that has enough, is on the page.',
      empty: 'No wallet needs money, none has a plan, or floatwatch is not seen',
      unit: 'locale',
      width: 24,
      height: 7,
    },
    [
      rows('needed', withWallet(needed)),
      rows('by', withWallet(`1000 * ${deadline} ${ofNeeded}`)),
      rows('left', withWallet(`clamp_min((${deadline} - time()) / 86400, 0) ${ofNeeded}`)),
    ],
    [
      ...walletColumns(280),
      amount('Value #needed', 'Send', { width: 140 }),
      instantOf('Value #by', 'Request by'),
      days('Value #left', 'Left', { width: 90, steps: ['red', [0.5, 'orange'], [2, 'green']] }),
    ],
    [['Left', 'asc']],
  );
}
