// What the page of an alert says of whoever was told of it, and of whoever has it in hand.
import { describe, expect, test } from 'vitest';
import type { PageSources, ReceiverView } from '../../../src/web/sources.ts';
import { NOON } from '../../metrics/house.ts';
import { alertOfDesk, PAST_EPISODE } from '../desk.ts';
import { openDesk, toldOfAlert as told } from './open.ts';
import { away } from './samples.ts';

const PAST = `/alerts/${PAST_EPISODE.episode.slice(0, 16)}`;

describe('who was told', () => {
  const alertmanager = (more: Partial<ReceiverView> = {}): ReceiverView => ({
    ...{ name: 'am', url: 'http://am', kind: 'alertmanager', trouble: null, tellsSilences: true, ...more },
  });
  const webhook: ReceiverView = { name: 'hook', kind: 'webhook', trouble: null };

  test.each<[string, readonly ReceiverView[], told: string, not: string]>([
    ['nobody', [], '<p>Nobody: no receiver is configured.', 'No message to another'],
    [
      'an Alertmanager',
      [alertmanager()],
      'am: is told again and again while it lasts',
      'No message to another',
    ],
    [
      'one that hasn’t answered',
      [alertmanager({ trouble: undefined })],
      'am: hasn’t answered yet.',
      'again and',
    ],
    ['one that refuses', [alertmanager({ trouble: 'It answered 500' })], 'am: It answered 500.', 'again and'],
    ['a webhook', [webhook], 'No message to another receiver is kept', 'am:'],
  ])('%s', async (_title, receivers, words, not) => {
    const text = await told({ receivers: () => receivers, deliveries: async () => [] });
    expect(text).toContain(words);
    expect(text).not.toContain(not);
  });

  test('what an Alertmanager was told of one that is over', async () => {
    const pages = openDesk({ receivers: () => [alertmanager()] });
    expect(await pages.ask(PAST)).toContain('<b>am</b>: accepts what it is told;');
  });

  test('while deliveries can’t be read', async () => {
    const text = await told({ receivers: () => [webhook], deliveries: away });
    expect(text).toContain('What the other receivers were told can’t be read now.');
    expect(await told({ receivers: () => [alertmanager()], deliveries: away })).not.toContain(
      'the other receivers',
    );
  });
});

describe('who has it in hand', () => {
  const url = 'http://am';
  const receivers = (more: Partial<ReceiverView>[]) => () =>
    more.map(
      (each): ReceiverView => ({ ...{ name: 'am', kind: 'alertmanager', trouble: null, url }, ...each }),
    );
  const silence = {
    id: 'a/1',
    alertmanager: url,
    createdBy: 'anna',
    comment: 'topping up',
    endsAt: NOON + 1,
  };
  const fingerprint = alertOfDesk().fingerprint;

  test.each([
    ['nobody', [{ tellsSilences: true }], 'Nobody has silenced it at the Alertmanager.'],
    [
      'nobody, anywhere',
      [{ tellsSilences: true }, { tellsSilences: true }],
      'Nobody has silenced it at any Alertmanager.',
    ],
    ['not known', [{}], 'Who has silenced it isn’t known now: the Alertmanager doesn’t say.'],
    ['not known of one', [{ tellsSilences: true }, {}], 'isn’t known now: an Alertmanager doesn’t say.'],
  ])('%s', async (_title, all, words) => {
    expect(await told({ receivers: receivers(all), silences: () => [] })).toContain(words);
  });

  test.each([
    ['whoever has silenced it', {}, 'anna until '],
    ['nobody once the silence is over', { endsAt: NOON }, 'isn’t known now'],
    ['nobody by a silence of other alerts', { alerts: ['other'] }, 'isn’t known now'],
  ])('%s', async (_title, change, words) => {
    const silences = () => [{ ...silence, alerts: [fingerprint], ...change }];
    const text = await told({ receivers: receivers([{}]), silences });
    expect(text).toContain(words);
    expect(text.includes('<a href="http://am/#/silences/a%2F1">the silence</a>')).toBe(
      words.startsWith('anna'),
    );
  });

  test.each<[string, Partial<PageSources>]>([
    ['without an Alertmanager that has a page', { receivers: receivers([{ url: null }]) }],
    ['without any receiver', { receivers: () => [] }],
  ])('isn’t told %s', async (_title, more) => {
    expect(await told({ silences: () => [], ...more })).not.toContain('id="taken"');
  });

  test('isn’t told of one that is over', async () => {
    expect(await openDesk().ask(PAST)).not.toContain('id="taken"');
  });

  test('each is named once in the list of alerts', async () => {
    const alerts = [fingerprint];
    const silences = () => [
      { ...silence, alerts },
      { ...silence, id: '2', alerts },
      { ...silence, id: '3', createdBy: 'ben', alerts },
      { ...silence, id: '4', createdBy: 'over', endsAt: NOON, alerts },
    ];
    const text = await openDesk({ silences }).ask('/alerts');
    expect(text.match(/silenced by [^<]*/g)).toEqual(['silenced by anna, ben']);
  });
});
