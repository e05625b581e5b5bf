// What this machine remembers and can't read any more.
import { expect, test } from 'vitest';
import { INACTIVE } from '../../src/domain/alert.ts';
import { createDailyCost } from '../../src/receivers/africas-talking/cost.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { memorySpool } from '../store/writer/simulated.ts';
import { storing } from './storing.ts';

const alert = (fingerprint: string) =>
  JSON.stringify({
    fingerprint,
    account: 'acme',
    state: { ...INACTIVE, phase: 'firing', firingAt: 1, at: 1 },
  });
const UNREADABLE = {
  ...{ 'alert/b': alert('b').slice(0, -9), 'alert/null': 'null' },
  ...{
    'outbox/hook/k': '\u0000{"key":"k"}',
    'opened/page/e': '',
    'unsure/chat/e': '{"receiver":"ch',
    'cost/sms': '{',
  },
};

test('one record that can’t be read is dropped and told, and hides nothing', async () => {
  const spool = memorySpool();
  const others = {
    'alert/a': alert('a'),
    'alert/c': alert('c'),
    'told/hook/e/fire': '17',
    'ids/of a message': 'x',
  };
  spool.saveStates(new Map(Object.entries({ ...UNREADABLE, ...others })));
  const { storage, told } = await storing({ spool });
  const clock = { now: () => 2, monotonic: () => 0 };
  expect(createLocalOutbox(storage.keyValues, clock).isEmpty('hook')).toBe(true);
  expect(createDailyCost(null, storage.keyValues, 'sms').refusal(2)).toBeNull();
  expect(storage.alertMemory.remembered(['acme']).map(({ fingerprint }) => fingerprint)).toEqual(['a', 'c']);
  expect(Object.fromEntries(storage.keyValues.loadStates())).toEqual(others);
  expect(told()).toEqual(
    Object.keys(UNREADABLE).map((record) => ({
      ...{ level: 'error', record },
      msg: 'what this machine remembers can not be read, and is dropped',
    })),
  );
});
