// Pages and API over a past in which the account `before` was configured. Nothing of the past, nor of now, has the names nobody,
// acme-uk, ZZZ and MERCHANT_PAYOT; payment options changed since 2021.
import type { Rule } from '../../src/conditions/rule.ts';
import { option } from '../support/options.ts';
import { PAST_EPISODE, startFull } from './desk.ts';
import type { Web } from './start.ts';

export async function startWithPast(change: Parameters<typeof startFull>[0] = {}): Promise<Web> {
  return await startFull({
    async *statement({ accounts = [], currencies = [], walletTypes = [] }) {
      const asked = [...accounts, ...currencies, ...walletTypes].join();
      if (!['', 'nobody', 'zeta', 'acme,KES', 'ZZZ', 'MERCHANT_PAYOT'].includes(asked)) yield [];
    },
    optionChanges: async ({ since }) =>
      since < Date.parse('2021-01-01')
        ? []
        : [
            {
              ...option(),
              account: 'acme-ug',
              seenAt: since,
              field: 'active',
              before: 'true',
              after: 'false',
            },
          ],
    at: async ({ accounts }) => ({
      accounts: [],
      wallets: accounts.includes('acme-uk')
        ? []
        : [{ account: 'before', currency: 'UGX', walletType: 'MERCHANT_PAYOUT', seen: null }],
    }),
    episodes: async ({ account = 'before', rule = 'PayoutFloatLow', since = 0 }) =>
      account === 'before' && rule === 'PayoutFloatLow' && since < PAST_EPISODE.firingAt
        ? [PAST_EPISODE]
        : [],
    rules: () => [{ name: 'OptionOff' } as Rule],
    ...change,
  });
}
