// Finds names in the question of a statement that nothing has: the statement would answer for the others alone.
import type { StatementQuery } from '../../domain/statement.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { mistakenName, type NamedThings } from '../views/question.ts';

/**
 * A sentence about the first account, currency or type that is neither known now nor in the history, where accounts that were
 * renamed and wallets that were forgotten have their statements still. Rejects while the history can't be read.
 */
export async function strangerIn(
  { accounts = [], currencies = [], walletTypes = [], to, after }: StatementQuery,
  sources: Pick<PageSources, 'accounts' | 'board'>,
  read: NonNullable<PageSources['statement']>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (after) return undefined; // the page before was answered
  const board = sources.board();
  const wallets = board.accounts.flatMap((name) => board.account(name)?.wallets ?? []);
  const { noAccount, noWalletOfCurrency, noWalletOfType } = texts.common;
  const things: readonly (Omit<NamedThings, 'asked'> & {
    readonly asked: readonly string[];
    readonly of: (name: string) => StatementQuery;
  })[] = [
    {
      asked: accounts,
      known: sources.accounts().map(({ account }) => account),
      none: noAccount,
      of: (name) => ({ from: to, to, accounts: [name] }),
    },
    {
      asked: currencies,
      known: wallets.map(({ currency }) => currency),
      none: noWalletOfCurrency,
      of: (name) => ({ from: to, to, currencies: [name] }),
    },
    {
      asked: walletTypes,
      known: wallets.map(({ walletType }) => walletType),
      none: noWalletOfType,
      of: (name) => ({ from: to, to, walletTypes: [name] }),
    },
  ];
  for (const { asked, known, none, of } of things) {
    const now = new Set(known);
    for (const name of asked) {
      if (now.has(name) || (await hasParts(read(of(name), signal)))) continue;
      return mistakenName([{ asked: name, known: now, none }]);
    }
  }
  return undefined;
}

/** Whether there are any wallets: each that was ever seen is in a part, if only without lines. */
async function hasParts(parts: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of parts) return true;
  return false;
}
