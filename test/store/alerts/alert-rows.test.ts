// How alerts become rows, and rows become alerts and episodes again.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { episodeOf as identityOf } from '../../../src/monitor/alerts/episode.ts';
import type { SavedAlert } from '../../../src/monitor/alerts/ports.ts';
import { common, episodeOf, keyOf, type StateRow, savedOf } from '../../../src/store/alerts/alert-rows.ts';

const [PENDING, FIRING, RESOLVED, CLEAR, AT] = [1, 2, 3, 4, 5].map((minute) => minute * 60_000) as [
  ...[number, number, number, number, number],
];
const LABELS = { account: 'acme', alertname: 'Low', severity: 'warning' };
const FINGERPRINT = 'account="acme",alertname="Low",severity="warning"';

const row: StateRow = {
  ...{ name: 'acme', fingerprint: FINGERPRINT, rule: 'Low', severity: 'warning', labels: LABELS },
  ...{ currency: 'UGX', wallet_type: 'PAYOUT', phase: 'firing', value: '4', threshold: '5' },
  ...{ pending_at: new Date(PENDING), firing_at: new Date(FIRING), resolved_at: new Date(RESOLVED) },
  ...{ clear_since: new Date(CLEAR), at: new Date(AT) },
};
const saved: SavedAlert = {
  ...{ fingerprint: FINGERPRINT, rule: 'Low', severity: 'warning', account: 'acme', labels: LABELS },
  ...{ currency: 'UGX', walletType: 'PAYOUT' },
  state: {
    ...{ phase: 'firing', held: false, pendingAt: PENDING, firingAt: FIRING, resolvedAt: RESOLVED },
    ...{ clearSince: CLEAR, value: '4', threshold: '5', at: AT },
  },
};
const none = { pending_at: null, firing_at: null, resolved_at: null, clear_since: null } as const;

test('a row is a saved alert, with times in milliseconds and null for what is not known', () => {
  expect(savedOf(row)).toEqual(saved);
  expect(savedOf({ ...row, ...none, value: null, threshold: null }).state).toEqual({
    ...{ phase: 'firing', held: false, pendingAt: null, firingAt: null, resolvedAt: null },
    ...{ clearSince: null, value: null, threshold: null, at: AT },
  });
});

test('a row is an episode, whose name follows from its labels and its time unless another is stored', () => {
  const ended = { ...row, firing_at: new Date(FIRING), episode: 'e-1' };
  const { fingerprint: _, state: __, ...of } = saved;
  const episode = {
    ...{ ...of, pendingAt: PENDING, firingAt: FIRING, resolvedAt: RESOLVED, value: '4', threshold: '5' },
    episode: 'e-1',
  };
  expect(episodeOf(ended)).toEqual(episode);
  const unnamed = episodeOf({ ...ended, episode: null });
  expect(unnamed).toEqual({
    ...episode,
    episode: identityOf({ fingerprint: FINGERPRINT, firingAt: FIRING }),
  });
});

test('alerts become columns: each with its account’s number, the hash of its labels, and text that can be stored', () => {
  const iso = (instant: number) => new Date(instant).toISOString();
  const hostile: SavedAlert = {
    ...{ ...saved, fingerprint: 'other', rule: 'a\0', severity: 'b\0', currency: 'c\0', walletType: 'd\0' },
    labels: { alertname: 'e\0' },
    state: {
      ...{ ...saved.state, value: 'f\0', threshold: 'g\0' },
      ...{ pendingAt: null, firingAt: null, resolvedAt: null },
    },
  };
  const empty: SavedAlert = { ...saved, state: { ...saved.state, value: null, threshold: null } };
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(keyOf(saved)).toBe(hash(FINGERPRINT));
  expect(common([saved, hostile, empty], (alert) => (alert === hostile ? 8 : 7))).toEqual([
    [7, 8, 7],
    [hash(FINGERPRINT), hash('other'), hash(FINGERPRINT)],
    ['Low', 'a\uFFFD', 'Low'],
    ['warning', 'b\uFFFD', 'warning'],
    ['UGX', 'c\uFFFD', 'UGX'],
    ['PAYOUT', 'd\uFFFD', 'PAYOUT'],
    ['4', 'f\uFFFD', null],
    ['5', 'g\uFFFD', null],
    [JSON.stringify(LABELS), '{"alertname":"e\uFFFD"}', JSON.stringify(LABELS)],
    [iso(AT), iso(AT), iso(AT)],
    [iso(PENDING), null, iso(PENDING)],
    [iso(FIRING), null, iso(FIRING)],
    [iso(RESOLVED), null, iso(RESOLVED)],
  ]);
});
