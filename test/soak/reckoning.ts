// The end of the soak: every answer that was kept is in the database, once, digit for digit; every alert is told as it
// is; and nothing was shown that had not been sent lately.
import pg from 'pg';
import { request } from 'undici';
import type { Stack } from './stack.ts';
import { identityOf } from './stack.ts';

const LIVES_MS = 30_000; // so long at least a process must live on to have kept what it was answered
const STALE_MS = 2 * 10_000 + 30_000;
const SCRAPE_MS = 10_000;

export interface Incident {
  readonly kind: string;
  readonly replica: string;
  readonly from: number;
  readonly to: number;
}

export interface Reckoning {
  readonly lines: readonly string[];
  /** What is lost, doubled or wrong. */
  readonly flaws: readonly string[];
}

/** Reckons everything since `began`; `incidents` says what may have cost an answer. */
export async function reckon(
  stack: Stack,
  incidents: readonly Incident[],
  began: number,
): Promise<Reckoning> {
  const client = new pg.Client({ connectionString: stack.database.url });
  await client.connect();
  try {
    const snapshots = await reckonSnapshots(stack, incidents, client);
    const alerts = await reckonAlerts(stack, client);
    const shown = await reckonShown(stack, began);
    const stuck = stack.replicas.filter((replica) => replica.stuck > 0);
    const ends = { lines: [], flaws: stuck.map((one) => `${one.name}: ${one.stuck} processes did not end`) };
    const all = [snapshots, alerts, shown, ends];
    return { lines: all.flatMap(({ lines }) => lines), flaws: all.flatMap(({ flaws }) => flaws) };
  } finally {
    await client.end();
  }
}

async function reckonSnapshots(
  { service, replicas }: Stack,
  incidents: readonly Incident[],
  client: pg.Client,
): Promise<Reckoning> {
  const flaws: string[] = [];
  const query = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows;
  const nameOf = (account: string, type: string, amount: string) => `${account}/${type} ${amount}`;
  const stored = await query(
    'SELECT account, wallet_type, available::text AS amount FROM floatwatch.balances',
  );
  const beside = await query(
    `SELECT account.name AS account, wallet.value->>'walletType' AS wallet_type, wallet.value->>'available' AS amount
     FROM floatwatch.snapshot_conflict JOIN floatwatch.account USING (account_id),
       jsonb_array_elements(wallets) AS wallet`,
  );
  const names = (rows: readonly Record<string, string>[]) =>
    rows.map(({ account, wallet_type, amount }) => nameOf(account!, wallet_type!, amount!));
  const inDatabase = new Set([...names(stored), ...names(beside)]);
  const sent = new Set<string>();
  let answers = 0;
  let uncertain = 0;
  for (const { account, at, by, amounts } of service.answers) {
    const replica = replicas.find(({ name }) => by === `${name}-${account}`)!;
    const mine = incidents.filter((each) => each.replica === replica.name || each.replica === '');
    const mayBeLost = mine.some(({ kind, from, to }) => {
      if (/killed|restarted|stopped/.test(kind)) return at > from - LIVES_MS && at < to + LIVES_MS;
      return kind === 'disk_full' && at > from - LIVES_MS && at < to + LIVES_MS;
    });
    answers++;
    if (mayBeLost) uncertain++;
    for (const [type, amount] of amounts) {
      const name = nameOf(account, type, amount);
      sent.add(name);
      if (!mayBeLost && !inDatabase.has(name))
        flaws.push(`lost: ${name}, sent to ${replica.name} at ${new Date(at).toISOString()}`);
    }
  }
  for (const name of names(stored)) if (!sent.has(name)) flaws.push(`stored, and never sent: ${name}`);
  const twice = names(stored).length - new Set(names(stored)).size;
  if (twice > 0) flaws.push(`${twice} amounts are stored twice`);
  const [doubled] = await query(
    'SELECT count(*) - count(DISTINCT (account, slot)) AS count FROM floatwatch.polls',
  );
  if (Number(doubled!['count']) > 0) flaws.push(`${doubled!['count']} slots are stored twice`);
  return {
    lines: [
      `${answers} answers were sent, ${uncertain} of them to a process that died, stood still or had no disk`,
      `${stored.length} snapshots are stored, ${beside.length} lie beside them`,
    ],
    flaws,
  };
}

async function reckonAlerts(
  { service, alertmanager, messages, replicas }: Stack,
  client: pg.Client,
): Promise<Reckoning> {
  const flaws: string[] = [];
  const active = new Set((await alertmanager.active()).map(({ labels }) => identityOf(labels)));
  const low = [...(service.low ?? [])].map((name) => `FloatLow ${name.replace('/', ' ')}`);
  for (const name of low) if (!active.has(name)) flaws.push(`Alertmanager does not know: ${name}`);
  for (const name of active) if (!low.includes(name)) flaws.push(`Alertmanager still holds: ${name}`);
  const accepted = messages.filter((message) => message.accepted);
  const last = new Map(accepted.map(({ identity, status }) => [identity, status]));
  for (const name of low) if (last.get(name) !== 'firing') flaws.push(`the webhook does not know: ${name}`);
  for (const [name, status] of last)
    if (status === 'firing' && !low.includes(name))
      flaws.push(`the webhook was not told of the end: ${name}`);
  const { rows } = await client.query<{ name: string; all: string; open: string }>(
    `SELECT concat_ws(' ', rule, account, wallet_type) AS name, count(*) AS all,
       count(*) FILTER (WHERE resolved_at IS NULL) AS open
     FROM floatwatch.alerts WHERE account <> '' GROUP BY 1`,
  );
  const episodes = rows.reduce((sum, row) => sum + Number(row.all), 0);
  for (const { name, open } of rows) {
    // One for each replica that saw it begin by itself: while they are parted each has slots of its own.
    const most = low.includes(name) ? replicas.length : 0;
    if (Number(open) > most) flaws.push(`${open} episodes are open in the database: ${name}`);
  }
  for (const name of low)
    if (!rows.some((row) => row.name === name && Number(row.open) > 0))
      flaws.push(`no episode is open in the database: ${name}`);
  const keys = accepted.map(({ key, identity }) => `${key} ${identity}`);
  return {
    lines: [
      `${episodes} episodes of alerts, ${active.size} of them last`,
      `the webhook took ${keys.length} messages, ${keys.length - new Set(keys).size} of them more than once`,
    ],
    flaws,
  };
}

/** What Prometheus saw of each replica, at each scrape. */
async function reckonShown({ service, prometheus }: Stack, began: number): Promise<Reckoning> {
  const flaws: string[] = [];
  const range = Math.ceil((Date.now() - began) / 1_000);
  const expression = `merchant_wallet_available_balance[${range}s]`;
  const { body } = await request(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const { data } = (await body.json()) as {
    data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
  };
  const sentAt = new Map<string, number>();
  for (const { account, at, amounts } of service.answers)
    for (const [type, amount] of amounts) sentAt.set(`${account}/${type} ${Number(amount)}`, at);
  let samples = 0;
  for (const { metric, values } of data.result) {
    for (const [seconds, value] of values) {
      samples++;
      const name = `${metric['account']}/${metric['wallet_type']} ${Number(value)}`;
      const at = sentAt.get(name);
      const ageMs = seconds * 1_000 - (at ?? 0);
      if (at === undefined) flaws.push(`${metric['instance']} showed what was never sent: ${name}`);
      else if (ageMs > STALE_MS + SCRAPE_MS)
        flaws.push(`${metric['instance']} showed ${name} ${Math.round(ageMs / 1_000)} s after it was sent`);
    }
  }
  return { lines: [`${samples} samples were scraped`], flaws };
}
