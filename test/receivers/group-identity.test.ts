import { expect, test } from 'vitest';
import {
  groupFingerprint,
  groupMark,
  groupOfMark,
  identityOf,
  isGroupFingerprint,
  ruleOf,
} from '../../src/receivers/notification/group-identity.ts';
import { firingAlert } from '../support/delivering.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');

test('replicas that see a group begin within the same minute name it alike', () => {
  const at = (...times: (number | null)[]) =>
    identityOf(times.map((firingAt) => firingAlert('Low', { severity: 'critical', firingAt })));
  const identity = { rule: 'Low', severity: 'critical', firingAt: NOON };
  expect(at(NOON)).toEqual(identity);
  expect(at(NOON + 59_999)).toEqual(identity);
  expect(at(NOON + 70_000, NOON + 1, NOON + 80_000)).toEqual(identity);
  expect(at(NOON + 60_000)).toEqual({ ...identity, firingAt: NOON + 60_000 });
  expect(at(NOON - 1)).toEqual({ ...identity, firingAt: NOON - 60_000 });
  expect(at(null, NOON).firingAt).toBe(0);
});

test.each([
  { rule: 'Low', severity: 'warning', firingAt: NOON },
  { rule: 'a/b\nc', severity: '', firingAt: 0 },
  { rule: '', severity: 'page', firingAt: NOON },
])('a mark says which group a member is in: %j', (identity) => {
  const mark = groupMark(identity);
  expect(groupOfMark(mark)).toEqual(identity);
  expect(groupMark({ ...identity, firingAt: identity.firingAt + 59_999 })).toBe(mark);
});

test('a mark is the same in every version: it is kept in Postgres', () => {
  expect(groupMark({ rule: 'Low', severity: 'warning', firingAt: 90_000 })).toBe('group/60000/warning/Low');
});

test.each([
  null,
  '',
  'm1',
  'group/',
  'group/x/warning/Low',
  'group/60000',
  'group/60000/warning',
  'xgroup/60000/w/L',
])('the id of a message that marks no group: %j', (id) => expect(groupOfMark(id)).toBeUndefined());

test('a message about a group is known by its fingerprint, which is of a rule and severity', () => {
  const alert = { rule: 'Low', severity: 'warning' };
  expect(groupFingerprint(alert)).toBe('group/warning/Low');
  expect(ruleOf(alert)).toBe('warning/Low');
  expect(isGroupFingerprint('group/warning/Low')).toBe(true);
  expect(isGroupFingerprint('alertname="group/warning/Low"')).toBe(false);
});
