// Reads the questions of pages and API: the query of an address, and the time zone in which it is meant.
import { isTimezone, parseLocalInstant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import { nearestOf } from '../../domain/spelling.ts';
import type { Board } from '../../monitor/board/board.ts';
import type { AccountInfo, PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';

/** A query as the server reads it: a name that stands more than once has a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A query with one value for each name: the last. Empty values are left out, as an untouched form sends them. */
export function singleValues(query: RawQuery): Readonly<Record<string, string>> {
  const single = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : (value?.at(-1)?.trim() ?? ''),
  ]);
  return Object.fromEntries(single.filter(([, value]) => value !== ''));
}

/** All values of a name, each once, without empty ones. */
export function allValues(query: RawQuery, name: string): readonly string[] {
  const value = query[name] ?? [];
  const values = (typeof value === 'string' ? [value] : value).map((each) => each.trim());
  return [...new Set(values)].filter((each) => each !== '');
}

/**
 * The time zone in which a question is meant: the `zone` of the query; else the zone of the accounts asked for, or of all
 * accounts, if they share one; else UTC. `undefined` when the `zone` of the query doesn't exist.
 */
export function zoneOfQuestion(
  zone: string | undefined,
  accounts: readonly AccountInfo[],
  asked: readonly string[] = [],
): string | undefined {
  if (zone !== undefined) return isTimezone(zone) ? zone : undefined;
  const meant = asked.length > 0 ? accounts.filter(({ account }) => asked.includes(account)) : accounts;
  const zones = new Set(meant.map(({ timezone }) => timezone));
  return zones.size === 1 ? [...zones][0]! : 'UTC';
}

/** The time zone of the days in a question that names no zone: of the account asked for, or of all. */
export function zoneForDays(
  accounts: readonly AccountInfo[],
  asked: string | readonly string[] = [],
): string {
  return zoneOfQuestion(undefined, accounts, [asked].flat())!;
}

/**
 * A sentence about the first account of a question that belongs to another shard; `undefined` where there is none. The
 * database knows that account too, but this process isn't asked about it.
 */
export function accountElsewhere(
  query: RawQuery,
  { otherShard }: Pick<PageSources, 'otherShard'>,
): string | undefined {
  return otherShard && allValues(query, 'account').flatMap((name) => otherShard(name) ?? [])[0];
}

/** A sentence about an account that has none of these names; `undefined` for one of them, and where none is asked for. */
export function mistakenAccount(asked: string | undefined, names: readonly string[]): string | undefined {
  if (asked === undefined || names.includes(asked)) return undefined;
  const instead = nearestOf(asked, names);
  return texts.common.noAccount(asked, instead.endsWith('?') ? instead : `${instead}.`);
}

/** What is asked for by name, of things that somebody else names: their names, and a sentence for a name that none has. */
export interface NamedThings {
  readonly asked: string | undefined;
  readonly known: Iterable<string>;
  readonly none: (name: string, instead: string) => string;
}

/** A sentence about the first name that none of the known things has; `undefined` where there is no such name. */
export function mistakenName(things: readonly NamedThings[]): string | undefined {
  for (const { asked, known, none } of things) {
    const names = [...new Set(known)];
    if (asked === undefined || names.includes(asked)) continue;
    const instead = nearestOf(asked, names);
    return none(asked, instead.endsWith('?') ? instead : `${instead}.`);
  }
  return undefined;
}

/** Which wallets are asked for; a name that isn't asked for is `undefined`. */
interface AskedWallets {
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  readonly walletType?: string | undefined;
}

/**
 * A sentence about a currency or a type that no wallet has. There is none as long as an account that is meant shows no wallet:
 * it may have such a one.
 */
export function mistakenWallet(asked: AskedWallets, { accounts, account }: Board): string | undefined {
  const wallets = accounts.map((name) => ({ name, wallets: account(name)?.wallets ?? [] }));
  const isMeant = (name: string) => asked.account === undefined || asked.account === name;
  if (wallets.some((one) => isMeant(one.name) && one.wallets.length === 0)) return undefined;
  const all = wallets.flatMap((one) => one.wallets);
  const { noWalletOfCurrency, noWalletOfType } = texts.common;
  return mistakenName([
    { asked: asked.currency, known: all.map(({ currency }) => currency), none: noWalletOfCurrency },
    { asked: asked.walletType, known: all.map(({ walletType }) => walletType), none: noWalletOfType },
  ]);
}

/** Whether something has all the names that are asked for; a name that isn't asked for is `undefined`. */
export function isAskedFor<Name extends string>(
  asked: Readonly<Record<Name, string | undefined>>,
  its: Readonly<Record<NoInfer<Name>, string>>,
): boolean {
  return (Object.keys(asked) as Name[]).every(
    (name) => asked[name] === undefined || asked[name] === its[name],
  );
}

/** An instant as a person or a machine writes it; `undefined` if the text isn't one. */
export function readInstant(text: string, timezone: string): Instant | undefined {
  return parseLocalInstant(text, { timezone });
}
