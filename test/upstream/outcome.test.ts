import { describe, expect, test } from 'vitest';
import { OUTCOMES } from '../../src/domain/observation.ts';
import type { BodyFlaw } from '../../src/upstream/http/json.ts';
import { type AnswerHead, outcomeOfAnswer } from '../../src/upstream/http/outcome.ts';
import {
  contradictsItself,
  outcomeOfEnvelope,
  type RecordCounts,
} from '../../src/upstream/wallet-service/outcome.ts';

interface Answer extends AnswerHead {
  readonly body: BodyFlaw | 'no_envelope' | 'envelope';
  readonly envelopeCode: number | null;
  readonly envelopeSuccess: boolean | null;
  readonly data: RecordCounts | undefined;
}

/** As the request does: HTTP first, then the service's own word. */
function judge({ body, envelopeCode: code, envelopeSuccess: success, data, ...head }: Answer) {
  const isJson = body === 'envelope' || body === 'no_envelope';
  const envelope = body === 'envelope' ? { code, success } : null;
  const verdict = outcomeOfAnswer(head, isJson ? null : body);
  return {
    ...(verdict ?? outcomeOfEnvelope(envelope, data)),
    contradiction: envelope !== null && contradictsItself(head.httpStatus, envelope),
  };
}

const gathered: RecordCounts = { lost: 0, whole: true, sent: 0 };
const good: Answer = {
  httpStatus: 200,
  contentType: 'application/json',
  contentEncoding: null,
  body: 'envelope',
  envelopeCode: 200,
  envelopeSuccess: true,
  data: gathered,
};

describe('U15 the truth table', () => {
  test.each<[string, Partial<Answer>, string, boolean]>([
    ['a good answer', {}, 'ok', false],
    ['another 2xx', { httpStatus: 202, envelopeCode: 201 }, 'ok', false],
    ['the last 2xx', { httpStatus: 299, envelopeCode: 299 }, 'ok', false],
    ['HTTP 300', { httpStatus: 300, body: 'empty' }, 'redirect', false],
    ['HTTP 199', { httpStatus: 199 }, 'protocol', true],
    ['HTTP 199 with nothing to say', { httpStatus: 199, body: 'empty' }, 'protocol', false],
    ['HTTP 200 with code 199', { envelopeCode: 199, envelopeSuccess: null }, 'rejected', true],
    ['HTTP 200 with code 300', { envelopeCode: 300, envelopeSuccess: null }, 'rejected', true],
    [
      'HTTP 500 with a failure in it',
      { httpStatus: 500, envelopeCode: null, envelopeSuccess: false },
      'upstream_5xx',
      false,
    ],
    [
      'HTTP 500 with code 500',
      { httpStatus: 500, envelopeCode: 500, envelopeSuccess: null },
      'upstream_5xx',
      false,
    ],
    [
      'space around words',
      { contentType: ' application/json ; x', contentEncoding: ' identity ' },
      'ok',
      false,
    ],
    ['an empty encoding', { contentEncoding: '' }, 'ok', false],
    ['text/json', { contentType: 'text/json' }, 'ok', false],
    ['a type that ends like JSON', { contentType: 'x-application/json' }, 'not_json', false],
    ['no code and no status', { envelopeCode: null, envelopeSuccess: null }, 'ok', false],
    ['a charset', { contentType: 'Application/JSON; charset=utf-8' }, 'ok', false],
    ['a structured suffix', { contentType: 'application/problem+json' }, 'ok', false],
    ['identity', { contentEncoding: 'Identity' }, 'ok', false],
    ['something unreadable', { data: { ...gathered, whole: false } }, 'partial', false],
    ['HTTP 200 with code 401', { envelopeCode: 401, envelopeSuccess: false }, 'auth', true],
    ['HTTP 200 with code 403 and success', { envelopeCode: 403 }, 'auth', true],
    ['HTTP 200 with code 429', { envelopeCode: 429, envelopeSuccess: null }, 'rate_limited', true],
    ['HTTP 200 with code 500', { envelopeCode: 500, envelopeSuccess: false }, 'rejected', true],
    ['HTTP 200 with code 0', { envelopeCode: 0, envelopeSuccess: null }, 'rejected', true],
    ['HTTP 200 with a code that is no number', { envelopeCode: Number.NaN }, 'invalid', true],
    ['HTTP 200 with status error', { envelopeSuccess: false }, 'rejected', true],
    [
      'HTTP 200 with status error and no code',
      { envelopeCode: null, envelopeSuccess: false },
      'rejected',
      true,
    ],
    ['HTTP 200 without the list', { data: undefined }, 'invalid', false],
    ['HTTP 500 with code 200', { httpStatus: 500 }, 'upstream_5xx', true],
    ['HTTP 401 with code 200', { httpStatus: 401 }, 'auth', true],
    [
      'HTTP 400 with code 401',
      { httpStatus: 400, envelopeCode: 401, envelopeSuccess: false },
      'upstream_4xx',
      false,
    ],
    ['HTTP 403', { httpStatus: 403, body: 'web_page', contentType: 'text/html' }, 'auth', false],
    ['HTTP 404', { httpStatus: 404, body: 'web_page', contentType: 'text/html' }, 'upstream_4xx', false],
    ['HTTP 407', { httpStatus: 407, body: 'empty' }, 'upstream_4xx', false],
    ['HTTP 429', { httpStatus: 429, body: 'empty' }, 'rate_limited', false],
    ['HTTP 503', { httpStatus: 503, body: 'syntax', contentEncoding: 'gzip' }, 'upstream_5xx', false],
    ['HTTP 304', { httpStatus: 304, body: 'empty' }, 'redirect', false],
    ['HTTP 307', { httpStatus: 307, body: 'empty' }, 'redirect', false],
    ['HTTP 600', { httpStatus: 600, body: 'empty' }, 'upstream_5xx', false],
    ['gzip', { contentEncoding: 'gzip' }, 'encoding', false],
    [
      'an unknown encoding of a web page',
      { contentEncoding: 'x', contentType: 'text/html' },
      'encoding',
      false,
    ],
    ['a web page', { contentType: 'text/html', body: 'web_page' }, 'not_json', false],
    ['JSON declared as a web page', { contentType: 'text/html' }, 'not_json', false],
    ['a web page declared as JSON', { body: 'web_page' }, 'not_json', false],
    ['JSON declared as text', { contentType: 'text/plain' }, 'not_json', false],
    ['JSON declared as nothing', { contentType: null }, 'not_json', false],
    ['JSON declared as JavaScript', { contentType: 'application/jsonp' }, 'not_json', false],
    ['nothing', { body: 'empty' }, 'not_json', false],
    ['HTTP 204', { httpStatus: 204, body: 'empty', contentType: null }, 'not_json', false],
    ['a byte order mark', { body: 'byte_order_mark' }, 'not_json', false],
    ['no JSON', { body: 'syntax' }, 'not_json', false],
    ['a key told twice', { body: 'duplicate_key' }, 'invalid', false],
    ['deep nesting', { body: 'too_deep' }, 'invalid', false],
    ['too many values', { body: 'too_many' }, 'too_large', false],
    ['JSON without envelope', { body: 'no_envelope' }, 'invalid', false],
  ])('%s', (_, differs, outcome, contradiction) => {
    const answer = { ...good, ...differs };
    expect(judge(answer)).toMatchObject({ outcome, contradiction });
  });

  test('every combination has exactly one outcome of the list, and a sentence unless it is ok', () => {
    const bodies: Answer['body'][] = [
      'empty',
      'web_page',
      'byte_order_mark',
      'syntax',
      'duplicate_key',
      'too_deep',
      'too_many',
      'no_envelope',
      'envelope',
    ];
    for (const httpStatus of [
      100, 199, 200, 204, 226, 300, 304, 308, 400, 401, 403, 404, 429, 499, 500, 503, 599, 999,
    ])
      for (const contentType of [null, '', 'application/json', 'text/html', ';;'])
        for (const contentEncoding of [null, 'identity', 'gzip, gzip', ''])
          for (const body of bodies)
            for (const envelopeCode of [null, Number.NaN, -1, 200, 401, 429, 500])
              for (const envelopeSuccess of [null, true, false])
                for (const data of [undefined, gathered, { ...gathered, whole: false }]) {
                  const answer = {
                    httpStatus,
                    contentType,
                    contentEncoding,
                    body,
                    envelopeCode,
                    envelopeSuccess,
                    data,
                  };
                  const { outcome, detail } = judge(answer);
                  if (!OUTCOMES.includes(outcome) || (detail === null) !== (outcome === 'ok'))
                    expect.fail(JSON.stringify(answer));
                  if (detail !== null && !/^[A-Z].*\.$/.test(detail)) expect.fail(detail);
                }
  });

  test('only what may pass by itself is asked again', () => {
    const again = (differs: Partial<Answer>) => judge({ ...good, ...differs }).retry;
    expect([500, 503, 429, 401, 403, 400, 302].map((httpStatus) => again({ httpStatus }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([429, 401, 500].map((envelopeCode) => again({ envelopeCode }))).toEqual([true, false, false]);
  });
});

describe('what is told says what happened', () => {
  test.each<[Partial<Answer>, RegExp]>([
    [{ body: 'empty', httpStatus: 204 }, /is empty \(HTTP 204\)/],
    [{ body: 'byte_order_mark' }, /byte order mark/],
    [{ body: 'syntax' }, /is broken/],
    [{ body: 'duplicate_key' }, /names a field twice/],
    [{ body: 'too_deep' }, /nested deeper/],
    [{ body: 'too_many' }, /far more values/],
    [{ body: 'no_envelope' }, /not in the service's envelope/],
    [{ envelopeCode: 404, envelopeSuccess: null }, /code 404 in its answer/],
    [{ envelopeCode: 401 }, /code 401 in its answer/],
    [{ envelopeCode: 429, envelopeSuccess: null }, /code 429 in its answer/],
    [{ envelopeSuccess: false }, /says in its answer that the request failed/],
    [{ envelopeCode: Number.NaN }, /is not a number/],
    [{ data: undefined }, /does not hold the list/],
    [{ contentType: 'text/plain' }, /not declared as JSON/],
    [{ httpStatus: 199 }, /HTTP status 199, which has no meaning/],
  ])('%j', (differs, sentence) => {
    expect(judge({ ...good, ...differs }).detail).toMatch(sentence);
  });

  test.each<[number, number, string]>([
    [0, 3, "single fields can't be read and count as unknown"],
    [2, 3, "2 of 3 records can't be believed (told twice differently, or unreadable)"],
    [1, 1, "1 of 1 record can't be believed (told twice differently, or unreadable)"],
    [0, 500, "single fields can't be read and count as unknown"],
    [0, 501, 'only the first 500 of 501 records are kept'],
    [
      1,
      501,
      "1 of 501 records can't be believed (told twice differently, or unreadable); only the first 500 of 501 records are kept",
    ],
  ])('%i unreadable of %i: %s', (lost, sent, words) => {
    const { detail } = judge({ ...good, data: { lost, whole: false, sent } });
    expect(detail).toBe(`The answer was read in part: ${words}.`);
  });

  test("HTML says that the address looks like a portal's, but for what a gateway's page says too", () => {
    const pages: Partial<Answer>[] = [
      { contentType: 'text/html; charset=utf-8', body: 'syntax' },
      { contentType: 'application/xhtml+xml', body: 'syntax' },
      { contentType: null, body: 'web_page' },
    ];
    for (const page of pages) {
      for (const httpStatus of [200, 404, 403])
        expect(judge({ ...good, ...page, httpStatus }).detail).toContain('portal for people');
      expect(judge({ ...good, ...page, httpStatus: 502 }).detail).toBe(
        'The service failed by itself (HTTP 502), with a web page as a gateway in front of it sends it; nothing is wrong on our side.',
      );
    }
    expect(judge({ ...good, httpStatus: 302 }).detail).toContain('portal for people');
  });

  test('what is no page does not', () => {
    for (const contentType of ['application/json', 'text/html-not', 'x-text/html', null])
      for (const httpStatus of [404, 403, 502])
        expect(judge({ ...good, contentType, httpStatus }).detail).not.toContain('portal');
  });
});
