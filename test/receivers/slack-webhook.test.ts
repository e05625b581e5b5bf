// Against Slack's own types of blocks (@slack/types 3.2.0) and of attachments, and the errors that it documents.
import type { KnownBlock, MessageAttachment } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../src/receivers/notification/words.ts';
import { slackBlocks, slackMessage } from '../../src/receivers/slack-webhook/payload.ts';
import { slackWebhook } from '../../src/receivers/slack-webhook/slack-webhook.ts';
import { firingAlert, until } from '../support/delivering.ts';
import { hostileAlert, type Provider, playing, receiverContract } from './contract.ts';

const create =
  (format: 'blocks' | 'attachments'): Provider['create'] =>
  (url, context) =>
    slackWebhook.create({ url: { reveal: () => url }, format, allow_insecure_http: false }, context);

const slack: Provider = {
  create: create('blocks'),
  accepted: { status: 200, body: 'ok' },
  tooMany: { status: 429, body: 'rate_limited', headers: { 'retry-after': '1' }, waitMs: 1_000 },
  refused: { status: 404, body: 'channel_not_found' },
  kindOf: (body) => (JSON.parse(body).blocks[0].text.text as string).split(' ')[0]!,
  kinds: ['FIRING', 'RESOLVED'],
};

receiverContract('slack_webhook', slack);

const attachmentOf = (body: string): MessageAttachment => JSON.parse(body).attachments[0];
receiverContract('slack_webhook with attachments', {
  ...slack,
  create: create('attachments'),
  kindOf: (body) => attachmentOf(body).fallback!.split(' ')[0]!,
});

// https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks, read 2026-11-22
test.each([
  [400, 'invalid_payload', 'permanent'],
  [403, 'action_prohibited', 'permanent'],
  [404, 'channel_not_found', 'permanent'],
  [410, 'channel_is_archived', 'permanent'],
  [500, 'rollup_error', 'temporary'],
])('%i %s is %s', async (status, body, kind) => {
  await using it = await playing(slack);
  it.answer = () => ({ status, body });
  expect(await it.receiver.test()).toMatchObject({ kind });
});

describe('the message', () => {
  test('is made of blocks as Slack defines them', () => {
    const annotations = { summary: 'low', runbook_url: 'https://float.example.com/runbook#low' };
    const alert = firingAlert('Low', { annotations });
    const blocks: KnownBlock[] = slackBlocks(wordsOf(alert, 'https://float.example.com'));
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'section', 'context']);
    expect(blocks[2]).toMatchObject({
      elements: [
        {
          type: 'mrkdwn',
          text: expect.stringMatching(
            /^<https:[^<>|]+\|Open in floatwatch> · <https:[^<>|]+#low\|What to do>$/,
          ),
        },
      ],
    });
  });

  test('R4 AM#3061 holds words from outside as plain text, and nothing that calls a whole channel', () => {
    const { text, blocks } = slackMessage(hostileAlert(), 'blocks', '') as {
      text: string;
      blocks: KnownBlock[];
    };
    expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    for (const block of JSON.stringify(blocks).matchAll(/"type":"(mrkdwn)"/g)) expect(block).toBeUndefined();
    const attachment = attachmentOf(JSON.stringify(slackMessage(hostileAlert(), 'attachments', '')));
    expect(attachment.text).toBe(
      'a &lt; b &amp; c &gt; d "e" _f_ *g* `h` [i](j) {{k}} &lt;b&gt;l&lt;/b&gt;\nm',
    );
    expect(attachment.mrkdwn_in).toEqual([]);
    expect(JSON.stringify(attachment)).not.toContain('<!');
  });

  test.each([2_999, 3_000, 3_001])('R3 AM#1700 a text of %i signs is within the limits', (length) => {
    const alert = firingAlert('L'.repeat(64), {
      annotations: { summary: '<'.repeat(length) },
      account: 'a'.repeat(100),
    });
    const [header, section] = slackBlocks(wordsOf(alert, ''));
    expect(header!.text!.text.length).toBeLessThanOrEqual(150);
    expect(section!.text!.text).toHaveLength(Math.min(length, 3_000));
    expect(section!.text!.text.endsWith('…')).toBe(length > 3_000);
  });
});

test('a receiver of the same host is asked at most once a second', async () => {
  await using it = await playing(slack, { times: { firstRetryMs: 20 } });
  it.receiver.tell([firingAlert('One'), firingAlert('Two')]);
  const first = await until(() => expect(it.accepted).toHaveLength(1)).then(() => performance.now());
  await until(() => expect(it.accepted).toHaveLength(2));
  expect(performance.now() - first).toBeGreaterThan(900);
});
