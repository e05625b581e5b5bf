// By which names an alert, its episode and its page are known: the same on every replica, and in every release.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  episodeOf,
  episodePath,
  fingerprintOf,
  isEpisodeId,
  isReport,
} from '../../src/monitor/alerts/episode.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const labels = { wallet_type: 'PAYOUT', alertname: 'Low', account: 'acme "ug"' };
const fingerprint = 'account="acme \\"ug\\"",alertname="Low",wallet_type="PAYOUT"';

test('an alert is known by its labels in order, quoted', () => {
  expect(fingerprintOf(labels)).toBe(fingerprint);
  expect(fingerprintOf({})).toBe('');
});

test('an episode is known by its alert and its beginning, and its page by the first 16 digits of that', () => {
  const of = (firingAt: number | null) => ({ fingerprint, firingAt });
  const digits = createHash('sha256').update(`${fingerprint}|${NOON}`).digest('hex');
  const alert = of(NOON);
  expect([episodeOf(alert), episodeOf(alert), episodeOf(of(NOON))]).toEqual([digits, digits, digits]);
  expect(episodeOf(of(NOON + 1))).not.toBe(digits);
  expect(episodePath(alert)).toBe(`/alerts/${digits.slice(0, 16)}`);
});

test.each([
  ['0123456789abcdef', true],
  ['0123456789abcde', false],
  ['0123456789abcdef0', false],
  ['0123456789ABCDEF', false],
  ['0123456789abcdeg', false],
  ['', false],
])('%j could be the name of an episode’s page: %s', (text, expected) => {
  expect(isEpisodeId(text)).toBe(expected);
});

test.each([
  [{ alertname: 'SpoolFilling', replica: 'a', severity: 'warning' }, true],
  [{ account: 'acme', alertname: 'Low', replica: 'a' }, false],
  [{ alertname: 'SpoolFilling', severity: 'warning' }, false],
])('the alert of %o is a report of a replica about itself: %s', (of, expected) => {
  expect(isReport(fingerprintOf(of))).toBe(expected);
});
