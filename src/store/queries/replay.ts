// Reads stored history back as observations, in the order of their slots, as fast as possible.
import { PassThrough } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DAY_MS, MINUTE_MS } from '../../domain/duration.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant, Observation, Outcome, UnreadableWallet } from '../../domain/observation.ts';
import {
  AMOUNT_FIELDS,
  type AmountField,
  forAmounts,
  type WalletBalance,
  type WalletId,
} from '../../domain/wallet.ts';
import { connect } from '../postgres/client.ts';
import { type Connection, quoteSchema, type Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';

export interface ReplayOptions extends Connection {
  readonly since: Instant;
  /** Exclusive. */
  readonly until: Instant;
  /** The amounts to read; others are `null`. @default all */
  readonly fields?: readonly AmountField[];
  /** The most snapshots in memory, when no wallet is polled more often than once a minute. @default a million */
  readonly atOnce?: number;
}

/**
 * Passes every ended poll of the range to `take`, failed ones included, with the wallets that it saw.
 *
 * Begins with the first snapshot, because retention may keep polls for longer. Uses its own connection, without a
 * time limit. Calls `onPart` after each part, for progress.
 */
export async function replay(
  options: ReplayOptions,
  take: (observation: Observation) => void,
  onPart: (until: Instant) => void = () => {},
): Promise<void> {
  const schema = quoteSchema(options.schema);
  await using client = await connect(options);
  await client.query("SET TIME ZONE 'UTC'");
  const names = new Map<string, string>();
  for (const { account_id, name } of (await client.query(`SELECT account_id, name FROM ${schema}.account`))
    .rows) {
    names.set(String(account_id), name);
  }
  const wallets = await readWallets(client, schema);
  const { fields = AMOUNT_FIELDS, atOnce = 1_000_000 } = options;
  const minutes = Math.floor(atOnce / Math.max(wallets.size, names.size));
  const stepMs = Math.min(DAY_MS, Math.max(1, minutes) * MINUTE_MS);
  const first = Math.max(options.since, await firstSeen(client, schema));
  for (let since = first; since < options.until; since += stepMs) {
    const until = Math.min(since + stepMs, options.until);
    const polls = await readPolls(client, schema, { names, since, until });
    await readSnapshots(client, schema, { polls, wallets, fields, since, until });
    for (const poll of polls.values()) take(poll);
    onPart(until);
  }
}

/** The slot of the oldest stored snapshot. */
async function firstSeen(client: pg.Client, schema: Schema): Promise<Instant> {
  const { rows } = await client.query<{ slot: Date | null }>(
    `SELECT min(s.slot) AS slot FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT s.slot FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id ORDER BY s.slot LIMIT 1
     ) s`,
  );
  return rows[0]?.slot?.getTime() ?? Number.NEGATIVE_INFINITY;
}

type Mutable = Observation & { readonly wallets: Observation['wallets'][number][] };

interface ReplayRange {
  readonly since: Instant;
  readonly until: Instant;
}

/** The polls, by account and slot, in the order of slots. It names the accounts, so that Postgres before 18 can use the key. */
async function readPolls(
  client: pg.Client,
  schema: Schema,
  { names, since, until }: ReplayRange & { readonly names: ReadonlyMap<string, string> },
): Promise<Map<string, Mutable>> {
  const { rows } = await client.query<ReplayedPollRow>(
    `SELECT account_id, extract(epoch FROM slot) * 1000 AS slot, outcome, started_at, observed_at, unreadable
     FROM ${schema}.poll
     WHERE account_id = ANY($3::int[]) AND slot >= $1 AND slot < $2 AND operation = 'balances' AND outcome IS NOT NULL
     ORDER BY slot, account_id`,
    [iso(since), iso(until), arrayOf(names.keys())],
  );
  return new Map(
    rows.map((row): [string, Mutable] => {
      const slot = Math.round(Number(row.slot));
      return [
        `${row.account_id} ${slot}`,
        {
          account: names.get(String(row.account_id))!,
          slot,
          outcome: row.outcome,
          startedAt: row.started_at?.getTime() ?? slot,
          observedAt: row.observed_at?.getTime() ?? slot,
          durationMs: 0,
          httpStatus: null,
          envelopeCode: null,
          detail: null,
          wallets: [],
          unreadable: row.unreadable ?? [],
        },
      ];
    }),
  );
}

interface ReplayedPollRow {
  readonly account_id: number;
  readonly slot: string;
  readonly outcome: Outcome;
  readonly started_at: Date | null;
  readonly observed_at: Date | null;
  readonly unreadable: UnreadableWallet[] | null;
}

type Wallets = ReadonlyMap<string, WalletId & Pick<WalletBalance, 'exposable'>>;

/** The wallets, by the account's number and the wallet's. */
async function readWallets(client: pg.Client, schema: Schema): Promise<Wallets> {
  const { rows } = await client.query(
    `SELECT account_id, wallet_id, currency, wallet_type, exposable FROM ${schema}.wallet`,
  );
  return new Map(
    rows.map(({ account_id, wallet_id, currency, wallet_type, exposable }) => [
      `${account_id} ${wallet_id}`,
      { currency, walletType: wallet_type, exposable },
    ]),
  );
}

/**
 * Adds the wallets to the polls.
 *
 * It uses COPY, because an object for each of millions of rows would take most of the time. It joins the wallets, so
 * that Postgres can use the key where rows of one time are apart, as after an import.
 */
async function readSnapshots(
  client: pg.Client,
  schema: Schema,
  {
    polls,
    wallets,
    fields,
    since,
    until,
  }: ReplayRange & {
    readonly polls: ReadonlyMap<string, Mutable>;
    readonly wallets: Wallets;
    readonly fields: readonly AmountField[];
  },
): Promise<void> {
  const amounts = AMOUNT_FIELDS.map((field) => (fields.includes(field) ? field : 'NULL')).join(', ');
  const stream = client.query(
    copyTo(
      `COPY (SELECT s.account_id, s.wallet_id, (extract(epoch FROM s.slot) * 1000)::bigint, ${amounts}
             FROM ${schema}.wallet w
             JOIN ${schema}.snapshot s ON s.account_id = w.account_id AND s.wallet_id = w.wallet_id
             WHERE s.slot >= '${iso(since)}' AND s.slot < '${iso(until)}') TO STDOUT`,
    ),
  );
  const text = stream.pipe(new PassThrough());
  stream.on('error', (error) => text.destroy(error));
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n'); // digits and tabs only
    rest = lines.pop()!;
    for (const line of lines) {
      const [account, wallet, slot, ...texts] = line.split('\t');
      const poll = polls.get(`${account} ${slot}`);
      const id = wallets.get(`${account} ${wallet}`);
      if (!poll || !id) continue;
      const { currency, walletType, exposable } = id;
      poll.wallets.push({
        currency,
        walletType,
        ...forAmounts((field) => storedAmount(texts[AMOUNT_FIELDS.indexOf(field)])),
        exposable,
      });
    }
  }
}

/** Stored amounts were checked when they came in. */
function storedAmount(text: string | undefined): Amount | null {
  return text === undefined || text === '\\N' ? null : (text as Amount);
}
