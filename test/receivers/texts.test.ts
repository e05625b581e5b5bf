// Whatever stands in an alert, what is sent of it is cut and escaped by the rules of its provider: whole signs, and never
// within markup.
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { annotate } from '../../src/domain/annotate.ts';
import { partsOf, transliterate } from '../../src/receivers/africas-talking/gsm7.ts';
import { smsText } from '../../src/receivers/africas-talking/message.ts';
import { mailOf } from '../../src/receivers/email/mail.ts';
import { bodyOf } from '../../src/receivers/http/body.ts';
import { closeAlert, openAlert } from '../../src/receivers/jira-service-management/alert.ts';
import type { Notification } from '../../src/receivers/notification/notification.ts';
import { wordsOf } from '../../src/receivers/notification/words.ts';
import { pagerdutyEvent } from '../../src/receivers/pagerduty/event.ts';
import { slackBlocks, slackMessage } from '../../src/receivers/slack-webhook/payload.ts';
import { teamsMessage } from '../../src/receivers/teams/card.ts';
import { telegramText } from '../../src/receivers/telegram/message.ts';
import { webhookBody } from '../../src/receivers/webhook/payload.ts';
import { firingAlert } from '../support/delivering.ts';
import card from './fixtures/adaptive-card-1.4.json' with { type: 'json' };
import opsgenie from './fixtures/opsgenie-alert.json' with { type: 'json' };

const PAGE = 'https://float.example.com';
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Signs of every kind: plain, several to a sign, and those that some markup takes for itself. */
const sign = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
  fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    '|',
    '*',
    '_',
    '`',
    '~',
    '\n',
    '\r\n',
    '…',
    '{{title}}',
    '{{token}}',
  ),
  fc.constantFrom(
    '👩🏽‍💻',
    '🇺🇬',
    'é'.normalize('NFD'),
    'नि',
    '<!channel>',
    '</b>',
    '&amp;',
    '<a href="x">',
    '@here',
  ),
);
/** From nothing to far more than anybody takes. */
const text = fc
  .tuple(fc.array(sign, { maxLength: 12 }), fc.constantFrom(1, 1, 5, 60, 700))
  .map(([signs, times]) => signs.join('').repeat(times));
const short = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
const runbook = fc.oneof(
  fc.constant(''),
  short.map((tail) => `https://wiki.example.com/${tail}`),
  text,
  fc.constantFrom(
    'javascript:alert(1)',
    'https://x.example.com/a|b>c<!channel>',
    `https://x.example.com/${'a'.repeat(9_000)}`,
  ),
);
const alerts: fc.Arbitrary<Alert> = fc
  .record({
    rule: fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/),
    severity: fc.constantFrom('critical', 'warning', 'info', 'odd'),
    account: fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/),
    walletType: short,
    summary: text,
    runbook_url: runbook,
    labels: fc.dictionary(fc.stringMatching(/^[a-z]\w{0,20}$/), text, { maxKeys: 20 }),
    value: fc.option(short),
    firing: fc.boolean(),
  })
  .map(({ summary, runbook_url, labels, firing, ...alert }) =>
    firingAlert(alert.rule, {
      ...alert,
      ...{
        annotations: { summary, ...(runbook_url && { runbook_url }) },
        labels: { ...labels, alertname: alert.rule },
      },
      ...(firing ? {} : { phase: 'inactive', resolvedAt: 1_700_000_000_000 }),
      firingAt: 1_699_999_999_000,
    }),
  );

const notificationOf = (alert: Alert): Notification => ({
  ...{ kind: alert.phase === 'firing' ? 'fire' : 'resolve', alert, key: 'k'.repeat(64) },
  ...{ episode: 'e'.repeat(64), messageId: null },
});

/** Whether it is the text, or a beginning of it that ends between two signs, with a mark. */
function isCutWhole(cut: string, whole: string): boolean {
  if (cut === whole) return true;
  const kept = cut.slice(0, -1);
  if (!cut.endsWith('…') || !whole.startsWith(kept)) return false;
  return kept === '' || segmenter.segment(whole).containing(kept.length)?.index === kept.length;
}

const holds = (check: (alert: Alert) => void): void =>
  fc.assert(
    fc.property(alerts, (alert) => check(alert)),
    { numRuns: 150 },
  );
const unescaped = (escaped: string): string =>
  escaped.replace(
    /&(lt|gt|quot|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name]!,
  );
const ESCAPED = /^(?:[^<>&]|&(?:amp|lt|gt|quot);)*$/s;
const LINK = /^<https?:\/\/[^<>|\s]+\|[^<>|]+>(?: · <https?:\/\/[^<>|\s]+\|[^<>|]+>)*$/;

test('an annotation that is too long ends between two signs', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const facts = { account: '', currency: '', walletType: '', rule: '', severity: '', value: null };
      const none = { threshold: null, previous: null, knownAt: null, link: null };
      const { summary = '' } = annotate({ summary: whole.replaceAll('{', '(') }, { ...facts, ...none }, 0);
      expect(summary.length).toBeLessThanOrEqual(4_096);
      expect(isCutWhole(summary, whole.replaceAll('{', '('))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

describe('Slack', () => {
  test('in blocks: plain text within its limits, and nothing else that comes from outside', () => {
    holds((alert) => {
      const words = wordsOf(alert, PAGE);
      const [header, section, context] = slackBlocks(words);
      expect(header!.text).toMatchObject({ type: 'plain_text', emoji: false });
      expect(header!.text!.text.length).toBeLessThanOrEqual(150);
      expect(header!.text!.text.length).toBeGreaterThan(0);
      expect(isCutWhole(header!.text!.text, words.title)).toBe(true);
      expect(section!.text!.text.length).toBeLessThanOrEqual(3_000);
      expect(section!.text!.text.length).toBeGreaterThan(0);
      expect(isCutWhole(section!.text!.text, words.summary)).toBe(true);
      expect(section!.fields!.length).toBeLessThanOrEqual(10);
      for (const [i, field] of section!.fields!.entries()) {
        expect(field.text.length).toBeLessThanOrEqual(2_000);
        expect(isCutWhole(field.text, words.facts[i]!.join(': '))).toBe(true);
      }
      const links = context!.elements![0]!.text;
      expect(links).toMatch(LINK);
      expect(links.length).toBeLessThanOrEqual(3_000);
      const { text: fallback } = slackMessage(alert, 'blocks', PAGE) as { text: string };
      expect(fallback).toMatch(ESCAPED);
    });
  });

  test('in attachments: escaped after it was cut', () => {
    holds((alert) => {
      const { title, summary, facts } = wordsOf(alert, PAGE);
      const [attachment] = (slackMessage(alert, 'attachments', PAGE) as { attachments: Attachment[] })
        .attachments;
      const { fallback, title: shown, text: said, fields } = attachment!;
      for (const each of [fallback, shown, said, ...fields.map(({ value }) => value)])
        expect(each).toMatch(ESCAPED);
      expect(isCutWhole(unescaped(shown), title)).toBe(true);
      expect(isCutWhole(unescaped(said), summary)).toBe(true);
      for (const [i, { value }] of fields.entries())
        expect(isCutWhole(unescaped(value), facts[i]![1])).toBe(true);
    });
  });
});

interface Attachment {
  readonly fallback: string;
  readonly title: string;
  readonly text: string;
  readonly fields: readonly { readonly value: string }[];
}

test('Telegram: its own markup alone, whole, and 4,096 signs at most without it', () => {
  holds((alert) => {
    const { title, summary } = wordsOf(alert, PAGE);
    const sent = telegramText(alert, PAGE);
    const shape =
      /^<b>([^<>]*)<\/b>\n\n([^<>]*)(?:\n\n<a href="[^"<>]*">[^<>]*<\/a>(?: · <a href="[^"<>]*">[^<>]*<\/a>)*)?$/s;
    const [, bold = '', rest = ''] = shape.exec(sent) ?? [];
    expect(sent).toMatch(shape);
    expect(bold).toMatch(ESCAPED);
    expect(rest).toMatch(ESCAPED);
    expect(isCutWhole(unescaped(bold), title)).toBe(true);
    const said = unescaped(rest);
    expect(said.startsWith(summary) || said.includes('…')).toBe(true);
    expect(unescaped(sent.replace(/<[^>]*>/g, '')).length).toBeLessThanOrEqual(4_096);
  });
});

test('PagerDuty: within its limits', () => {
  holds((alert) => {
    const { title, summary } = wordsOf(alert, PAGE);
    const event = pagerdutyEvent(notificationOf(alert), 'key', PAGE);
    expect(event.payload.summary.length).toBeLessThanOrEqual(1_024);
    expect(isCutWhole(event.payload.summary, `${title.replace(/^\S+ /, '')}: ${summary}`)).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(512_000);
    for (const { href } of event.links) expect(href).toMatch(/^https?:\/\/[^<>"\s]+$/);
  });
});

test('Jira Service Management: by its schema', () => {
  const ajv = new Ajv();
  holds((alert) => {
    const { title } = wordsOf(alert, PAGE);
    const opened = openAlert(notificationOf(alert), PAGE);
    expect(ajv.validate(opsgenie.create, opened), ajv.errorsText()).toBe(true);
    expect(ajv.validate(opsgenie.close, closeAlert(notificationOf(alert), PAGE)), ajv.errorsText()).toBe(
      true,
    );
    expect(isCutWhole(opened.message, title.replace(/^\S+ /, ''))).toBe(true);
    expect(JSON.stringify(opened)).toBe(JSON.stringify(opened).toWellFormed());
  });
});

test('Teams: by its schema, in runs of text, under 28 KB', () => {
  const check = new Ajv({ strict: false }).compile(card);
  holds((alert) => {
    const { title, summary } = wordsOf(alert, PAGE);
    const message = teamsMessage(alert, PAGE);
    const { content } = message.attachments[0]!;
    expect(check(content), JSON.stringify(check.errors)).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(28_000);
    const [first, second] = content.body.map(({ inlines }) => (inlines[0] as { text: string }).text);
    expect(isCutWhole(first!, title)).toBe(true);
    expect(isCutWhole(second!, summary)).toBe(true);
    for (const { url } of content.actions) expect(url).toMatch(/^https?:\/\/[^<>"\s]+$/);
  });
});

test('e-mail: nothing from outside is markup or a header', () => {
  holds((alert) => {
    const { title } = wordsOf(alert, PAGE);
    const settings = { from: 'float <a@example.com>', to: ['b@example.com'] };
    const { subject, html, text: plain } = mailOf(notificationOf(alert), settings, PAGE);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(isCutWhole(subject, `[${title.replace(' ', '] ')}`.replace(/\s+/g, ' '))).toBe(true);
    expect(
      html.replace(
        /<\/?(?:p|table|tr|td|br)>|<th align="left">|<\/th>|<a href="https?:[^"<>\s]*">|<\/a>/g,
        '',
      ),
    ).toMatch(ESCAPED);
    expect(plain.isWellFormed()).toBe(true);
  });
});

test('SMS: in the alphabet alone, in no more parts than are paid for', () => {
  holds((alert) => {
    for (const most of [1, 2, 10]) {
      const sms = smsText(alert, PAGE, most);
      expect(transliterate(sms)).toBe(sms);
      expect(partsOf(sms)).toBeLessThanOrEqual(most);
    }
  });
});

test('a body of one’s own: what is filled in is text, and is never read again', () => {
  holds((alert) => {
    const { title, summary } = wordsOf(alert, PAGE);
    const tree = { a: '{{title}}', b: ['{{summary}}', 1, null], '{{token}}': true };
    const filled = bodyOf(tree, notificationOf(alert), PAGE, 'canary') as { a: string; b: [string] };
    expect(isCutWhole(filled.a, title)).toBe(true);
    expect(isCutWhole(filled.b[0], summary)).toBe(true);
    expect(Object.keys(filled)).toEqual(['a', 'b', '{{token}}']);
    expect(JSON.stringify(filled)).not.toContain('canary');
  });
});

test('a webhook: every text as it is', () => {
  holds((alert) => {
    const [one] = JSON.parse(webhookBody({ alert, kind: 'fire' }, 'ops', PAGE)).alerts;
    expect(one.annotations).toEqual(alert.annotations);
    expect(one.labels).toEqual(alert.labels);
  });
});
