// The parts of a push by OTLP: what is read of a scrape, how it is divided, and when it is sent.
import type { MetricData } from '@opentelemetry/sdk-metrics';
import { describe, expect, test } from 'vitest';
import { readFamilies } from '../../src/metrics/otlp/exposition.ts';
import { createProducer } from '../../src/metrics/otlp/producer.ts';
import { createPush, MAX_POINTS, type PushAnswer } from '../../src/metrics/otlp/push.ts';
import { batches } from '../../src/metrics/otlp/requests.ts';
import { createTurns } from '../../src/monitor/turns.ts';
import { handClock } from '../support/clock.ts';

const read = (...pieces: string[]) =>
  readFamilies(
    pieces.map((piece) => Buffer.from(piece)),
    createTurns(),
  );

describe('a scrape is read back', () => {
  test('by families, in order, with their labels and the digits of their values', async () => {
    const text = [
      '# HELP a_total What "a" is.\\nA \\\\ line.',
      '# TYPE a_total counter',
      'a_total 12345678901234567.890',
      '# HELP b B.',
      '# TYPE b gauge',
      'b{x="1",y="a \\"q\\" \\\\ \\n,z=\\"2\\""} -0',
      'b{x=""} 1e-9',
      '',
    ].join('\n');
    expect(await read(text)).toEqual([
      {
        ...{ name: 'a_total', type: 'counter', help: 'What "a" is.\nA \\ line.' },
        samples: [{ name: 'a_total', labels: {}, value: '12345678901234567.890' }],
      },
      {
        ...{ name: 'b', type: 'gauge', help: 'B.' },
        samples: [
          { name: 'b', labels: { x: '1', y: 'a "q" \\ \n,z="2"' }, value: '-0' },
          { name: 'b', labels: { x: '' }, value: '1e-9' },
        ],
      },
    ]);
  });

  test('of several pieces, a family that is told twice once, and none without samples', async () => {
    expect(
      await read(
        '# HELP a A.\n# TYPE a gauge\na 1\n',
        '# HELP n N.\n# TYPE n gauge\n',
        '# HELP a A.\n# TYPE a gauge\na 2\n# EOF\n',
      ),
    ).toEqual([
      {
        ...{ name: 'a', type: 'gauge', help: 'A.' },
        samples: ['1', '2'].map((value) => ({ name: 'a', labels: {}, value })),
      },
    ]);
    expect(await read('')).toEqual([]);
    expect(await read('stray 1\n')).toEqual([]); // of no family
  });

  test.each([
    [false, 0],
    [true, 4], // the last line ends, too
  ])('whether a turn is over (%s) decides how often others have theirs', async (isOver, waits) => {
    let waited = 0;
    const next = async () => void waited++;
    await readFamilies([Buffer.from('# HELP a A.\n# TYPE a gauge\na 1\n')], { isOver: () => isOver, next });
    expect(waited).toBe(waits);
  });

  test('unless a line is no sample', async () => {
    await expect(read('# TYPE a gauge\na\n')).rejects.toThrow('this is no sample: a');
    await expect(read('# TYPE a gauge\na{x="1" 2\n')).rejects.toThrow('this is no sample');
  });
});

describe('a scrape is told as metrics', () => {
  const collect = async (text: string) => {
    let released = 0;
    const producer = createProducer({
      scrape: async () => ({ headers: {}, pieces: [Buffer.from(text)], release: () => void released++ }),
      now: () => 1_700_000_000_250,
      startedAt: 1_600_000_000_999,
      resource: { 'service.name': 'floatwatch' },
      version: '1.2.3',
    });
    const { resourceMetrics, errors } = await producer.collect().finally(() => expect(released).toBe(1));
    expect(errors).toEqual([]);
    return resourceMetrics;
  };
  const times = { startTime: [1_600_000_000, 999_000_000], endTime: [1_700_000_000, 250_000_000] };

  test('of whom and by what', async () => {
    const { resource, scopeMetrics } = await collect('# TYPE a gauge\na 1\n');
    expect(resource.attributes).toEqual({ 'service.name': 'floatwatch' });
    expect(scopeMetrics.map(({ scope }) => scope)).toEqual([{ name: 'floatwatch', version: '1.2.3' }]);
  });

  test('a histogram has a point for each set of labels, with the counts between its bounds', async () => {
    const lines = [
      '# HELP h H.',
      '# TYPE h histogram',
      ...['le="+Inf",of="x"} 9', 'le="0.5",of="x"} 2', 'le="2",of="x"} 6'].map((rest) => `h_bucket{${rest}`),
      ...['h_sum{of="x"} 7.5', 'h_count{of="x"} 9', 'h_bucket{le="+Inf",of="y"} 0'],
    ];
    const [metric] = (await collect(`${lines.join('\n')}\n`)).scopeMetrics[0]!.metrics;
    expect(metric!.dataPoints).toEqual([
      {
        ...{ ...times, attributes: { of: 'x' } },
        value: { buckets: { boundaries: [0.5, 2], counts: [2, 4, 3] }, sum: 7.5, count: 9 },
      },
      {
        ...{ ...times, attributes: { of: 'y' } },
        value: { buckets: { boundaries: [], counts: [0] }, sum: 0, count: 0 },
      },
    ]);
  });

  test('the memory of the scrape is given back, also when it can not be read', async () => {
    await expect(collect('# TYPE a gauge\nodd\n')).rejects.toThrow('no sample');
  });
});

describe('the points are divided', () => {
  const metric = (name: string, points: number) =>
    ({
      descriptor: { name },
      dataPoints: Array.from({ length: points }, (_, value) => ({ value })),
    }) as unknown as MetricData;
  const sizesOf = (...points: number[]) =>
    batches(points.map((count, i) => metric(`m${i}`, count))).map((batch) =>
      batch.map(({ descriptor, dataPoints }) => `${descriptor.name} ${dataPoints.length}`).join(', '),
    );

  test.each([
    [[], []],
    [[0], []],
    [[3, 0, 2], ['m0 3, m2 2']],
    [[MAX_POINTS], [`m0 ${MAX_POINTS}`]],
    [
      [MAX_POINTS, 1],
      [`m0 ${MAX_POINTS}`, 'm1 1'],
    ],
    [
      [MAX_POINTS - 1, 3],
      [`m0 ${MAX_POINTS - 1}, m1 1`, 'm1 2'],
    ],
    [[2 * MAX_POINTS + 1], [`m0 ${MAX_POINTS}`, `m0 ${MAX_POINTS}`, 'm0 1']],
  ])('%j into %j', (points, expected) => expect(sizesOf(...points)).toEqual(expected));

  test('each point once, in order', () => {
    const told = batches([metric('m', 2 * MAX_POINTS + 5)]).flatMap((batch) =>
      batch.flatMap(({ dataPoints }) => dataPoints.map(({ value }) => value as unknown as number)),
    );
    expect(told).toEqual(Array.from({ length: 2 * MAX_POINTS + 5 }, (_, i) => i));
  });
});

describe('a push', () => {
  const TAKEN: PushAnswer = { trouble: null, isAway: false };

  /** Pushes of so many bodies, whose answers are given by hand. */
  function pushing({ bodies = 2 } = {}) {
    const clock = handClock();
    const told: (string | null)[] = [];
    const posted: number[] = [];
    const answers: PushAnswer[] = [];
    const world = { broken: false };
    const push = createPush({
      clock,
      async *bodies() {
        for (let i = 0; i < bodies; i++) {
          if (world.broken) throw new Error('no such metric');
          yield Uint8Array.of(i);
        }
      },
      async post([number]) {
        posted.push(number!);
        return answers.shift() ?? TAKEN;
      },
      onTrouble: (trouble) => told.push(trouble),
    });
    return {
      ...{ clock, told, answers, world, push },
      posted: () => posted.splice(0),
      async now() {
        push.now();
        for (let i = 0; i < 20; i++) await Promise.resolve();
      },
    };
  }

  test('sends all its bodies, and knows when it was taken', async () => {
    const { push, clock, posted, now, told } = pushing();
    expect(push.state()).toBeNull();
    await now();
    expect(posted()).toEqual([0, 1]);
    expect(push.state()).toEqual({ successful: true, succeededAt: clock.now() });
    expect(told).toEqual([]);
  });

  test('is told of as failing once, then for another reason, and when it is well again', async () => {
    const { push, clock, posted, now, told, answers } = pushing();
    await now();
    const before = clock.now();
    clock.advance(60_000);
    const refused = { trouble: 'refused', isAway: false };
    answers.push(refused, { trouble: 'also', isAway: false });
    await now();
    expect(posted()).toEqual([0, 1, 0, 1]);
    expect(push.state()).toEqual({ successful: false, succeededAt: before });
    answers.push(TAKEN, refused);
    await now();
    answers.push({ trouble: 'away', isAway: true });
    posted();
    await now();
    expect(posted()).toEqual([0]); // the rest would fail too
    await now();
    expect(told).toEqual(['refused', 'away', null]);
    expect(push.state()).toEqual({ successful: true, succeededAt: clock.now() });
  });

  test('that never succeeded has no such instant', async () => {
    const { push, now, answers } = pushing({ bodies: 1 });
    answers.push({ trouble: 'refused', isAway: false });
    await now();
    expect(push.state()).toEqual({ successful: false, succeededAt: null });
  });

  test('that can not be written says so', async () => {
    const { now, told, world } = pushing();
    world.broken = true;
    await now();
    expect(told).toEqual(['they can not be written: no such metric']);
  });

  test('waits as long as the receiver asks for, by the monotonic clock', async () => {
    const { clock, posted, now, answers } = pushing({ bodies: 1 });
    answers.push({ trouble: 'too many', isAway: true, afterMs: 5_000 });
    await now();
    posted();
    clock.advance(4_999);
    await now();
    expect(posted()).toEqual([]);
    clock.advance(1);
    await now();
    expect(posted()).toEqual([0]);
  });

  test('is one at a time', async () => {
    const { push, posted, now } = pushing();
    push.now();
    push.now();
    await now();
    expect(posted()).toEqual([0, 1]);
    await now();
    expect(posted()).toEqual([0, 1]);
  });

  test('that was ended sends nothing more, and tells nothing', async () => {
    const { push, posted, now, told, answers } = pushing();
    answers.push({ trouble: 'refused', isAway: false });
    push.now();
    push.end();
    await now();
    expect(posted().length).toBeLessThan(2);
    expect([told, push.state()]).toEqual([[], null]);
    posted();
    await now();
    expect(posted()).toEqual([]);
  });
});
