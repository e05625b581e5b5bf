// What is remembered of an alert, what comes back of that, and which ends nothing else would tell.
import { describe, expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import { createAlertInstance, labelsOf } from '../../src/monitor/alerts/alert-instance.ts';
import {
  endOfLeft,
  orphan,
  otherBeginnings,
  sameButHeld,
  savedOf,
} from '../../src/monitor/alerts/saved-alert.ts';
import { lowRule, START } from '../support/watching.ts';

const subject = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const firing: AlertState = {
  ...INACTIVE,
  ...{ phase: 'firing', pendingAt: START, firingAt: START + 5, value: '7', threshold: '9', at: START + 6 },
};
const alert = () => ({
  ...createAlertInstance(lowRule({ labels: { team: 'ops' } }), subject, { threshold: '9' }),
  state: firing,
});

test('an alert is remembered by its names, its labels and its state', () => {
  const labels = { team: 'ops', alertname: 'PayoutFloatLow', severity: 'warning', account: 'acme-ug' };
  expect(savedOf(alert())).toEqual({
    ...{ fingerprint: alert().fingerprint, rule: 'PayoutFloatLow', severity: 'warning', ...subject },
    labels: { ...labels, currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' },
    state: firing,
  });
  expect(savedOf({ ...alert(), reason: 'removed' })).toMatchObject({ unasked: true });
  expect(savedOf({ ...alert(), alsoBegan: [START] })).toMatchObject({ alsoBegan: [START] });
  expect(savedOf({ ...alert(), alsoBegan: [] })).not.toHaveProperty('alsoBegan');
  const silence = { silentAt: firing.at, lastHeard: START };
  expect(savedOf({ ...alert(), ...silence })).toMatchObject({ lastHeard: START });
  for (const state of [{ ...firing, at: firing.at + 1 }, over])
    expect(savedOf({ ...alert(), ...silence, silentAt: over.at, state })).not.toHaveProperty('lastHeard');
});

test.each([
  ['known otherwise', {}, 'unknown'],
  ['ended as nothing asked for it', { reason: 'removed', alsoBegan: [START] }, 'removed'],
  ['begun by silence', { silentAt: firing.at, lastHeard: START }, 'unknown'],
] as const)('one that was %s comes back as it was', (_, change, reason) => {
  const saved = savedOf({ ...alert(), ...change });
  const back = orphan(saved);
  expect(back).toMatchObject({ subject, reason, state: firing, value: '7', threshold: '9' });
  expect([back.fingerprint, labelsOf(back), savedOf(back)]).toEqual([saved.fingerprint, saved.labels, saved]);
  expect(back.definition).toEqual({
    ...{ name: 'PayoutFloatLow', severity: 'warning', labels: {}, annotations: {} },
    ...{ forMs: 0, keepFiringForMs: 0 },
  });
});

const over = { ...INACTIVE, firingAt: START + 5, resolvedAt: START + 9, at: START + 9 };
test.each<[string, AlertState, AlertState, (number[] | undefined)[], number[]]>([
  ['none where it goes on', firing, firing, [], []],
  ['its own, where another takes its place', firing, { ...firing, firingAt: START + 8 }, [], [START + 5]],
  ['none of one that is over', over, { ...firing, firingAt: START + 8 }, [], []],
  [
    'those that either knows, each once',
    firing,
    firing,
    [[START + 1, START + 2], undefined, [START + 2]],
    [START + 1, START + 2],
  ],
  [
    'not that of the next state',
    firing,
    { ...firing, firingAt: START + 1 },
    [[START + 1, START + 2]],
    [START + 2, START + 5],
  ],
])('of other beginnings there are: %s', (_, before, after, knowing, expected) => {
  const known = knowing.map((alsoBegan) => ({ alsoBegan }));
  expect(otherBeginnings(before, after, known)).toEqual(expected);
});

test.each<[string, Partial<AlertState>, boolean]>([
  ['nothing', {}, true],
  ['that it is held', { held: true }, true],
  ['its phase', { phase: 'inactive' }, false],
  ['when it became pending', { pendingAt: 1 }, false],
  ['when it fired', { firingAt: 1 }, false],
  ['when it ended', { resolvedAt: 1 }, false],
  ['since when it is clear', { clearSince: 1 }, false],
])('two states that differ in %s need not both be saved: %#', (_, change, same) => {
  expect(sameButHeld(firing, { ...firing, ...change })).toBe(same);
});

describe('the end of an episode that is left', () => {
  const ended = (resolvedAt: number) => ({
    ...firing,
    phase: 'inactive',
    held: false,
    clearSince: null,
    resolvedAt,
  });
  test.each<[string, AlertState, AlertState, object | undefined]>([
    ['is when the other ended', firing, { ...over, firingAt: START + 1 }, ended(START + 9)],
    [
      'is of the other’s last evidence, where it did not end',
      firing,
      { ...INACTIVE, phase: 'pending', at: START + 8 },
      ended(START + 8),
    ],
    [
      'is not before its own beginning',
      firing,
      { ...over, firingAt: START + 1, resolvedAt: START + 3 },
      ended(START + 5),
    ],
    ['is told otherwise, where the next fires', firing, { ...firing, firingAt: START + 1 }, undefined],
    ['is told otherwise, where that is its own', firing, over, undefined],
    ['is none of what does not fire', over, { ...over, firingAt: START + 1 }, undefined],
  ])('%s', (_, before, after, expected) => {
    expect(endOfLeft({ ...before, held: before.phase === 'firing' }, after)).toEqual(expected);
  });
});
