// What the log of alerts asks of Postgres, in which order it writes, and what is asked to find episodes; what the statements
// themselves do is in alert-log.test.ts.
import { describe, expect, test } from 'vitest';
import type { AlertState } from '../../../src/domain/alert.ts';
import { episodeOf } from '../../../src/monitor/alerts/episode.ts';
import type { SavedAlert } from '../../../src/monitor/alerts/ports.ts';
import { createAlertLog } from '../../../src/store/alerts/alert-log.ts';
import { keyOf } from '../../../src/store/alerts/alert-rows.ts';
import { type EpisodeQuery, readEpisode, readEpisodes } from '../../../src/store/alerts/episodes.ts';
import { type Answers, askedDatabase } from '../../support/asked-database.ts';

const F = '"f"' as never;
const MINUTE = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
const ACCOUNTS: Answers = {
  accounts: [
    /SELECT account_id, name FROM "f"\.account/,
    ([names]) => (names as string[]).map((name) => ({ account_id: Number(name), name })),
  ],
};

/** An alert of the account that its number names, such as `12`. */
function alert(account: string, fingerprint: string, at: number, more: Partial<AlertState> = {}): SavedAlert {
  return {
    ...{
      account,
      fingerprint,
      rule: 'Low',
      severity: 'warning',
      currency: 'UGX',
      walletType: 'X',
      labels: {},
    },
    state: {
      ...{ phase: 'firing', held: false, value: '1', threshold: '5' },
      ...{ pendingAt: MINUTE, firingAt: MINUTE, resolvedAt: null, clearSince: null, at, ...more },
    },
  } as SavedAlert;
}
const over = { phase: 'inactive' } as const;

describe('the log of alerts', () => {
  const logOf = (answers: Answers = {}) => {
    const asked = askedDatabase({
      ...ACCOUNTS,
      states: [/INSERT INTO "f"\.alert_state/],
      episodes: [/INSERT INTO "f"\.alert_episode/],
      ends: [/UPDATE "f"\.alert_episode/],
      kept: [/SET asked_at = now\(\)/],
      loaded: [/^SELECT s\.account_id/],
      open: [/AS stranger/],
      ...answers,
    });
    return { log: createAlertLog({ pool: asked.pool, schema: F }), ...asked };
  };
  const saved = async (...alerts: SavedAlert[]) => {
    const { log, of } = logOf();
    await log.save(alerts);
    const [states] = of('states') as [unknown[][]];
    const [episodes] = of('episodes') as (unknown[][] | undefined)[];
    return {
      states: states[13]!.map((fingerprint, i) => [
        states[0]![i],
        fingerprint,
        Date.parse(states[9]![i] as string),
      ]),
      phases: states[14],
      clear: states[15],
      episodes: episodes
        ? episodes[13]!.map((name, i) => [name, Date.parse(episodes[9]![i] as string)])
        : null,
      ends: of('ends'),
    };
  };

  test('keeps the last state of each alert alone, and of two at one time the one that was given last', async () => {
    const { states, phases } = await saved(
      alert('1', 'a', 3),
      alert('1', 'a', 2, { ...over, resolvedAt: MINUTE }),
      alert('1', 'b', 4),
      alert('1', 'b', 4, { ...over, resolvedAt: MINUTE }),
    );
    expect(states).toEqual([
      [1, 'a', 3],
      [1, 'b', 4],
    ]);
    expect(phases).toEqual(['firing', 'inactive']);
  });

  test('writes them by the names of accounts, then of alerts, whatever order they come in', async () => {
    const { states } = await saved(
      alert('2', 'aa', 1),
      alert('1', 'b', 1),
      alert('10', 'c', 1),
      alert('1', 'a', 1),
    );
    expect(states.map(([id, name]) => `${id} ${name}`)).toEqual(['1 a', '1 b', '10 c', '2 aa']);
  });

  test('keeps since when an alert is clear', async () => {
    const { clear } = await saved(alert('1', 'a', 1, { clearSince: MINUTE }), alert('1', 'b', 1));
    expect(clear).toEqual([iso(MINUTE), null]);
  });

  test('keeps each episode once, by its last state; a pending alert has none, nor has one that never fired', async () => {
    const name = (fingerprint: string, firingAt: number) => episodeOf({ fingerprint, firingAt });
    const { episodes } = await saved(
      alert('1', 'a', 5),
      alert('1', 'a', 6),
      alert('1', 'a', 4, over),
      alert('1', 'a', 9, { firingAt: 8 }),
      alert('1', 'b', 5, { phase: 'pending' }),
      alert('1', 'c', 5, { ...over, firingAt: null }),
      alert('2', 'd', 7, over),
    );
    expect(episodes).toEqual([
      [name('a', MINUTE), 6],
      [name('a', 8), 9],
      [name('d', MINUTE), 7],
    ]);
    expect((await saved(alert('1', 'b', 5, { phase: 'pending' }))).episodes).toBeNull();
  });

  test('keeps of two states of one episode at one time the one that was given last', async () => {
    const { log, of } = logOf();
    const [lasts, ends] = [alert('1', 'a', 6), alert('1', 'a', 6, { ...over, resolvedAt: 6 })];
    await log.save([lasts, ends]);
    await log.save([ends, lasts]);
    expect(of('episodes').map((columns) => columns[12])).toEqual([[iso(6)], [null]]);
  });

  test('ends what else is open of alerts that are over: by the first end of each, then by the second', async () => {
    const end = (fingerprint: string, firingAt: number, resolvedAt: number) =>
      alert('1', fingerprint, resolvedAt + 1, { ...over, firingAt, resolvedAt });
    const lasting = alert('1', 'c', 9);
    const { ends } = await saved(
      end('a', 30, 40),
      end('a', 10, 20),
      end('b', 15, 25),
      lasting,
      alert('1', 'd', 9, over),
    );
    const name = episodeOf({ fingerprint: 'c', firingAt: MINUTE });
    const key = (fingerprint: string) => keyOf({ fingerprint });
    expect(ends).toEqual([
      [[1, 1], [key('a'), key('b')], [iso(21), iso(26)], [iso(20), iso(25)], [name]],
      [[1], [key('a')], [iso(41)], [iso(40)], [name]],
    ]);
    expect((await saved(lasting)).ends).toEqual([]);
  });

  test('tells that alerts are asked for, in the order in which they are written; of none nothing', async () => {
    const { log, of } = logOf();
    await log.keep([]);
    expect(of('kept')).toEqual([]);
    await log.keep([alert('2', 'a', 1), alert('1', 'b', 1)]);
    expect(of('kept')).toEqual([
      [
        [1, 2],
        [keyOf({ fingerprint: 'b' }), keyOf({ fingerprint: 'a' })],
      ],
    ]);
  });

  test('is loaded of these accounts, and of alerts that are remembered', async () => {
    const { log, of } = logOf();
    await log.load(['1', '2'], [alert('1', 'a', 1)]);
    await log.load(['1']);
    expect(of('loaded')).toEqual([
      [[1, 2], [keyOf({ fingerprint: 'a' })]],
      [[1], []],
    ]);
  });
});

describe('episodes', () => {
  const numbered = (names: readonly string[]) =>
    names.filter((name) => name !== 'unknown').map((name, i) => ({ account_id: i + 1, name }));

  test('are asked for with all that restricts them, and with nothing else', async () => {
    const { pool, of } = askedDatabase({
      read: [/alert_episode/],
      ids: [/SELECT account_id, name/, (values) => numbered(values[0] as string[])],
    });
    await readEpisodes(pool, F, {});
    await readEpisodes(pool, F, {
      ...{
        since: MINUTE,
        until: 2 * MINUTE,
        account: 'a',
        accounts: ['a', 'b'],
        currency: 'UGX',
        walletType: 'X',
      },
      ...{ rule: 'Low', without: ['e'], most: 7 },
    });
    expect(of('read')).toEqual([
      [null, [], 1_000, null, null, null, null, []],
      [iso(MINUTE), [1], 7, iso(2 * MINUTE), 'UGX', 'X', 'Low', ['e']],
    ]);
  });

  test.each<[what: string, query: EpisodeQuery, names: readonly string[], ids: readonly number[] | null]>([
    ['of several accounts by their numbers', { accounts: ['a', 'b'] }, ['a', 'b'], [1, 2]],
    ['of one by its number', { account: 'b' }, ['b'], [1]],
    ['of one that is unknown not at all', { account: 'unknown' }, ['unknown'], null],
  ])('are asked for %s', async (_what, query, names, ids) => {
    const { pool, of } = askedDatabase({
      read: [/alert_episode/],
      ids: [/SELECT account_id, name/, (values) => numbered(values[0] as string[])],
    });
    expect(await readEpisodes(pool, F, query)).toEqual([]);
    expect(of('ids')).toEqual([[names]]);
    expect(of('read').map((values) => values[1])).toEqual(ids ? [ids] : []);
  });

  test('of an account that isn’t among those asked about are none, without a question', async () => {
    const { pool, asked } = askedDatabase({ any: [/./] });
    expect(await readEpisodes(pool, F, { account: 'a', accounts: ['b'] })).toEqual([]);
    expect(asked).toEqual([]);
  });

  const row = (episode: string | null, name = 'a') => ({
    ...{
      name,
      episode,
      rule: 'Low',
      severity: 'warning',
      currency: 'UGX',
      wallet_type: 'X',
      labels: { name },
    },
    ...{ pending_at: null, firing_at: new Date(MINUTE), resolved_at: null, value: null, threshold: null },
  });
  const find = async (id: string, named: readonly object[], unnamed: readonly object[]) => {
    const { pool, of } = askedDatabase({
      named: [/left\(e\.episode, 16\) = \$1/, named],
      unnamed: [/e\.episode IS NULL .* LIMIT 5000/, unnamed],
    });
    const found = await readEpisode(pool, F, id);
    return { account: found?.account, episode: found?.episode, asked: [of('named'), of('unnamed').length] };
  };

  test('that have a name are found by it', async () => {
    expect(await find('0123', [row('0123456')], [])).toEqual({
      account: 'a',
      episode: '0123456',
      asked: [[['0123']], 0],
    });
  });

  test('without a name are found by the one that they would have', async () => {
    const { episode: name } = await find('', [], [row(null, 'b')]);
    expect(await find(name!.slice(0, 16), [], [row(null), row(null, 'b')])).toMatchObject({
      account: 'b',
      episode: name,
    });
    expect((await find('x', [], [row(null)])).account).toBeUndefined();
  });
});
