// The content of an export: which tables, in which files, with which columns. Add a migration's new column here too
// (a test compares this with the catalogue). What is missing here belongs to the database, not to the history.

/** A file of an export: an account's `state`, two for each of its months, and what is `common` to all accounts. */
export type PartKind = 'state' | 'ledger' | 'records' | 'common';

export interface TableFormat {
  readonly part: PartKind;
  /** Whose rows they are. Numbers differ between databases, so a file has the names instead. */
  readonly of: keyof typeof NAMES;
  /** All columns but those numbers; the key comes first. */
  readonly columns: readonly string[];
  /** How many of the columns are the key of a row within its account, wallet or option. */
  readonly key: number;
  /** The column that decides to which month a row belongs. */
  readonly time?: string;
  /** SQL on `t` for the rows to export. @default all */
  readonly only?: string;
  /**
   * What to do with an existing row that differs.
   *
   * `refuse`: what was seen can't have been two things. `update`: the export's row is taken, if the export has polled
   * the account further. `keep`: the existing row stays.
   */
  readonly differing: 'refuse' | 'update' | 'keep';
  /** When the table is skipped. `as far`: a database that is as far computes it. `taken before`: its work was imported before. */
  readonly passedOver?: 'as far' | 'taken before';
  /** SQL for the existing rows to replace; with `keep`, these are replaced all the same. */
  readonly newer?: string;
  /** The columns that are then replaced. @default all but the key */
  readonly taken?: readonly string[];
}

/** The columns that name an account's wallets and payment options. An account is named by its folder. */
export const NAMES = {
  nobody: [],
  account: [],
  wallet: ['currency', 'wallet_type'],
  option: ['currency', 'transaction_type', 'transaction_method', 'provider_code'],
} as const;

const AMOUNTS = ['available', 'actual', 'uncleared', 'reserve'];
const FIGURES = [
  'samples',
  ...['available', 'actual'].flatMap((of) =>
    ['opening', 'closing', 'lowest', 'highest'].map((which) => `${which}_${of}`),
  ),
  ...['closing_uncleared', 'closing_reserve'],
];
const EPISODE = ['pending_at', 'resolved_at', 'rule', 'severity', 'currency', 'wallet_type'];
const EVIDENCE = ['value', 'threshold', 'labels', 'at'];

/** In the order in which they are written and read: names first. */
export const TABLES = {
  account: {
    ...{ part: 'state', of: 'nobody', key: 1, differing: 'update' },
    columns: ['name', 'timezone', 'zone_known', 'outflow_until', 'outflow_zone'],
    taken: ['outflow_until', 'outflow_zone'], // up to the imported days: later ones are added up again
  },
  wallet: {
    ...{ part: 'state', of: 'account', key: 2, differing: 'keep' },
    columns: [...NAMES.wallet, 'exposable', 'rolled_to'],
    // The figures up to `rolled_to` are imported too.
    ...{ newer: 'wallet.rolled_to < excluded.rolled_to', taken: ['rolled_to'] },
  },
  payment_option: {
    ...{ part: 'state', of: 'account', key: 4, differing: 'update' },
    columns: [
      ...NAMES.option,
      ...['provider_name', 'method_name', 'active', 'exposable', 'min_amount', 'max_amount'],
      ...['max_daily_amount', 'prefixes', 'first_seen', 'last_seen', 'vanished_at'],
    ],
  },
  payment_option_seen: {
    ...{ part: 'state', of: 'account', key: 0, differing: 'update' },
    columns: ['slot', 'observed_at', 'stale_at', 'before_observed_at'],
  },
  alert_state: {
    ...{ part: 'state', of: 'account', key: 1, differing: 'update' },
    columns: [
      'alert',
      'fingerprint',
      'phase',
      'firing_at',
      'clear_since',
      'asked_at',
      ...EPISODE,
      ...EVIDENCE,
    ],
  },
  outflow_daily: {
    ...{ part: 'state', of: 'wallet', key: 1, differing: 'keep', passedOver: 'as far' },
    columns: ['day', 'outflow', 'cleared'],
  },
  rollup_late: {
    ...{ part: 'state', of: 'account', key: 2, differing: 'keep', passedOver: 'taken before' },
    columns: ['hour', 'mark'],
  },
  poll: {
    ...{ part: 'ledger', of: 'account', key: 2, time: 'slot', differing: 'refuse' },
    only: 't.outcome IS NOT NULL', // a poll that is still open has no result
    columns: [
      ...['slot', 'operation', 'outcome', 'replica', 'claimed_at', 'started_at', 'observed_at', 'stale_at'],
      ...['claim', 'duration_ms', 'http_status', 'envelope_code', 'wallets', 'detail', 'unreadable'],
    ],
  },
  snapshot: {
    ...{ part: 'ledger', of: 'wallet', key: 1, time: 'slot', differing: 'refuse' },
    columns: ['slot', 'observed_after', ...AMOUNTS],
  },
  snapshot_conflict: {
    ...{ part: 'records', of: 'account', key: 4, time: 'slot', differing: 'keep' },
    columns: [
      ...[
        'slot',
        'operation',
        'started_at',
        'replica',
        'observed_at',
        'kept_at',
        'reason',
        'outcome',
        'wallets',
      ],
    ],
  },
  balance_hourly: {
    ...{ part: 'records', of: 'wallet', key: 1, time: 'hour', differing: 'update' },
    columns: ['hour', ...FIGURES, 'outflow'],
  },
  balance_daily: {
    ...{ part: 'records', of: 'wallet', key: 1, time: 'day', differing: 'update' },
    columns: ['day', ...FIGURES],
  },
  alert_episode: {
    ...{ part: 'records', of: 'account', key: 2, time: 'firing_at', differing: 'update' },
    columns: ['firing_at', 'alert', 'episode', ...EPISODE, ...EVIDENCE],
  },
  payment_option_change: {
    ...{ part: 'records', of: 'option', key: 2, time: 'slot', differing: 'keep' },
    columns: ['slot', 'field', 'seen_at', 'old_value', 'new_value'],
  },
  plan: {
    ...{ part: 'records', of: 'wallet', key: 1, time: 'planned_at', differing: 'keep' },
    columns: [
      ...['number', 'planned_at', 'request_by', 'lasts_until', 'then_lasts_until', 'arrives_at', 'top_up_at'],
      ...['empty_since', 'history_until', 'late', 'confidence', 'available', 'coming', 'needed', 'given'],
      ...['shortfall', 'top_up', 'left_before', 'outcome', 'source', 'doubts', 'replica'],
    ],
  },
  outbox: {
    ...{ part: 'common', of: 'nobody', key: 2, differing: 'keep' },
    columns: [
      ...[
        'receiver',
        'key',
        'created_at',
        'due_at',
        'done_at',
        'dead_at',
        'attempts',
        'alert',
        'detail',
        'body',
      ],
      ...['kind', 'episode', 'message_id'],
    ],
    // A message that was sent meanwhile is not sent again.
    newer: `outbox.done_at IS NULL AND outbox.dead_at IS NULL
      AND (excluded.done_at IS NOT NULL OR excluded.dead_at IS NOT NULL)`,
  },
  top_up_request: {
    ...{ part: 'common', of: 'nobody', key: 4, differing: 'keep' },
    columns: ['requested_at', 'account', 'currency', 'wallet_type', 'amount', 'requested_by'],
  },
  forgotten_wallet: {
    ...{ part: 'common', of: 'nobody', key: 4, differing: 'keep' },
    columns: ['forgotten_at', 'account', 'currency', 'wallet_type', 'forgotten_by', 'reason'],
  },
} as const satisfies Readonly<Record<string, TableFormat>>;

export type TableName = keyof typeof TABLES;

/** The columns of each table of an export, by its manifest: an older one may have fewer. */
export type TableColumns = Readonly<Partial<Record<TableName, readonly string[]>>>;

/** The columns of this version's exports. */
export const COLUMNS: TableColumns = Object.fromEntries(
  Object.entries(TABLES).map(([name, { columns }]) => [name, columns]),
);

/** The tables of a part, in order. */
export function tablesOf(kind: PartKind, columns: TableColumns): TableName[] {
  return (Object.keys(TABLES) as TableName[]).filter(
    (name) => TABLES[name].part === kind && columns[name] !== undefined,
  );
}

export function formatOf(name: TableName): TableFormat {
  return TABLES[name];
}

/** The columns of a table's lines in a file, names first. */
export function fileColumns(name: TableName, columns: TableColumns): readonly string[] {
  return [...NAMES[TABLES[name].of], ...columns[name]!];
}
