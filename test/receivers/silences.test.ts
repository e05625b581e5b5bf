// Which silences cover which alerts, by what an Alertmanager answers.
import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import { readSilences } from '../../src/receivers/alertmanager/silences.ts';

const ALERTS = '/api/v2/alerts?active=false&inhibited=false&unprocessed=false&silenced=true';
const shown = { createdBy: 'asha', comment: 'planned', endsAt: '2026-03-02T12:00:00Z' };
const silenced = (alertname: string, silencedBy: readonly string[]) => ({
  ...{ labels: { alertname, account: 'a' }, status: { silencedBy } },
});
const printOf = (alertname: string) => fingerprintOf({ alertname, account: 'a' });

/** An Alertmanager with these silenced alerts. */
function reading(alerts: readonly object[], silence: object = shown) {
  const asked: string[] = [];
  const ask = async (path: string) => {
    asked.push(path);
    return path === ALERTS ? alerts : silence;
  };
  return { asked, silences: readSilences(ask, 'one') };
}

test('each silence is told with the alerts that it covers, whose it is, why, and until when', async () => {
  const { silences, asked } = reading([silenced('Low', ['x', 'y']), silenced('High', ['x'])]);
  const of = { alertmanager: 'one', createdBy: 'asha', comment: 'planned', endsAt: Date.parse(shown.endsAt) };
  expect(await silences).toEqual([
    { ...of, id: 'x', alerts: [printOf('Low'), printOf('High')] },
    { ...of, id: 'y', alerts: [printOf('Low')] },
  ]);
  expect(asked).toEqual([ALERTS, '/api/v2/silence/x', '/api/v2/silence/y']);
});

test('where nothing is silenced, no silence is asked for', async () => {
  const { silences, asked } = reading([silenced('Low', [])]);
  expect(await silences).toEqual([]);
  expect(asked).toEqual([ALERTS]);
});

test('of many, the first fifty are read', async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `${i}`);
  const read = await reading([silenced('Low', ids)]).silences;
  expect(read.map(({ id }) => id)).toEqual(ids.slice(0, 50));
});

test('an id does not leave its path, long texts are cut, and what is not said is empty', async () => {
  const { silences, asked } = reading([silenced('Low', ['../x'])], { comment: 'c'.repeat(501) });
  expect(await silences).toMatchObject([{ createdBy: '', comment: 'c'.repeat(500) }]);
  expect(asked[1]).toBe('/api/v2/silence/..%2Fx');
});
