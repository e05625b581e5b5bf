// What every receiver of people must do, driven through a server that stands for its provider.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type Delivery, outcomeOf as outcomeOfStatus } from '../../src/receivers/delivery/post.ts';
import type { Receiver, ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { type FakeReceiver, fakeReceiver } from '../support/alertmanager.ts';
import { endedAlert, firingAlert, outcomeOf, receiverContext, until } from '../support/delivering.ts';

/** An answer of the provider: its status, its body, its headers. */
export interface ProviderAnswer {
  readonly status: number;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Provider {
  /** Makes the receiver, with the provider at this address. */
  create(url: string, context: ReceiverContext): Receiver;
  /** What it says to what it takes. */
  readonly accepted: ProviderAnswer;
  /** What it says when we are too fast, with a tenth of a second or a whole one to wait. */
  readonly tooMany: ProviderAnswer & { readonly waitMs: number };
  /** What it says to a message that it will never take. */
  readonly refused: ProviderAnswer;
  /** The kind of what a request says: one word, so that the order can be seen. */
  kindOf(body: string, path: string): string;
  /** The words of {@link kindOf} for the beginning and the end of an alert. */
  readonly kinds: readonly [fire: string, resolve: string];
}

export interface Playing extends AsyncDisposable {
  readonly server: FakeReceiver;
  readonly receiver: Receiver;
  readonly told: string[];
  /** What the provider has accepted, in order. */
  readonly accepted: { readonly kind: string; readonly body: string; readonly path: string }[];
  answer: (request: IncomingMessage, body: string) => ProviderAnswer | 'lost';
}

/** A receiver and its provider, which accepts everything until told otherwise. */
export async function playing(provider: Provider, change: Partial<ReceiverContext> = {}): Promise<Playing> {
  const told: string[] = [];
  const accepted: { kind: string; body: string; path: string }[] = [];
  const server = await fakeReceiver((request, body, response) => {
    const answer = playing.answer(request, body);
    if (answer === 'lost' || answer === provider.accepted) {
      const path = request.url ?? '';
      accepted.push({ kind: provider.kindOf(body, path), body, path });
    }
    respond(response, answer);
    return undefined;
  });
  const receiver = provider.create(
    server.url,
    receiverContext({
      onDelivery: (...delivery) => void told.push(outcomeOf(...delivery)),
      externalUrl: 'https://float.example.com',
      times: { firstRetryMs: 20, updateEveryMs: 30, spacingMs: 0 },
      ...change,
    }),
  );
  const playing: Playing = {
    ...{ server, receiver, told, accepted },
    answer: () => provider.accepted,
    async [Symbol.asyncDispose]() {
      await receiver.stop();
      await server[Symbol.asyncDispose]();
    },
  };
  return playing;
}

function respond(response: ServerResponse, answer: ProviderAnswer | 'lost'): void {
  if (answer === 'lost') {
    response.destroy();
    return;
  }
  const { status, body = '', headers } = answer;
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The tests that are the same for each of them. */
export function receiverContract(name: string, provider: Provider): void {
  const [fire, resolve] = provider.kinds;
  const rejected = (): ProviderAnswer => ({ status: 503, body: 'down' });

  test(`${name}: a beginning and an end, once each`, async () => {
    await using it = await playing(provider);
    const alert = firingAlert();
    it.receiver.tell([alert]);
    it.receiver.tell([alert]);
    it.receiver.tell([endedAlert(alert)]);
    await until(() => expect(it.accepted.map(({ kind }) => kind)).toEqual([fire, resolve]));
    expect(it.server.requests[0]!.headers['user-agent']).toBe('floatwatch'); // some refuse who says no name
  });

  test(`R2 ${name}: UK#6046 an outage loses nothing, and the end comes after the beginning`, async () => {
    await using it = await playing(provider);
    it.answer = rejected;
    const alert = firingAlert();
    it.receiver.tell([alert]);
    await until(() => expect(it.told.length).toBeGreaterThan(2));
    expect(it.receiver.status().trouble).toBe('it can not be reached');
    it.receiver.tell([endedAlert(alert)]);
    it.answer = () => provider.accepted;
    await until(() => expect(it.accepted.map(({ kind }) => kind)).toEqual([fire, resolve]));
    await until(() => expect(it.receiver.status().trouble).toBeNull());
  });

  test(`R2 ${name}: UK#6046 an hour of failure: nothing is lost, nothing is sent twice, and it is asked with patience`, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const world = new Map<string, Alert>();
    const it = inMemory(provider, { alerts: () => [...world.values()], resendMs: MINUTE });
    const tell = (alert: Alert): void => {
      world.set(alert.fingerprint, alert);
      it.receiver.tell([alert]);
    };
    const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE);
    const firing = (rule: string, value = '900'): Alert => firingAlert(rule, { value, threshold: '1000' });

    it.answer = () => rejected();
    tell(firing('HourLong'));
    await pass(20);
    expect(it.receiver.status()).toMatchObject({ trouble: 'it can not be reached' });
    it.answer = () => 'unreachable';
    tell({ ...world.get('HourLong')!, value: '500' });
    tell(firing('HourBrief'));
    await pass(20);
    tell(endedAlert(world.get('HourBrief')!));
    it.answer = () => provider.tooMany;
    tell({ ...world.get('HourLong')!, value: '100' });
    await pass(20);
    tell(firing('HourLate'));
    expect(it.accepted).toEqual([]);
    // Doubling up to a minute, and then each minute at most, for each of two; a second's pause where it says so.
    expect(it.asked).toBeLessThan(40 * 2 + 20 * 60 + 30);
    it.answer = () => provider.accepted;
    await pass(6);
    const kindsOf = (rule: string) =>
      it.accepted.filter(({ text }) => text.includes(rule)).map(({ kind }) => kind);
    expect(kindsOf('HourLong')[0]).toBe(fire);
    expect(kindsOf('HourLong').length).toBeLessThanOrEqual(2); // a change of what was told first, if it was told
    expect(kindsOf('HourBrief')).toEqual([fire, resolve]);
    expect(kindsOf('HourLate')).toEqual([fire]);
    expect(it.receiver.status()).toMatchObject({ trouble: null, failingSince: null });
    tell(endedAlert(world.get('HourLong')!));
    await pass(30);
    expect(kindsOf('HourLong').slice(1)).toContain(resolve);
    expect(kindsOf('HourLong').filter((kind) => kind === resolve)).toHaveLength(1);
    expect(kindsOf('HourLong').at(-1)).toBe(resolve);
    const bodies = it.accepted.map(({ text }) => text);
    expect(bodies).toEqual([...new Set(bodies)]);
    expect(it.dropped).toEqual([]);
    const stopped = it.receiver.stop();
    await pass(1);
    await stopped;
  });

  test(`R1 ${name}: AM#2205 too many requests: it waits as long as it was told, then each is delivered once`, async () => {
    await using it = await playing(provider);
    let at = 0;
    it.answer = () => {
      if (at > 0) return provider.accepted;
      at = performance.now();
      return provider.tooMany;
    };
    it.receiver.tell(Array.from({ length: 3 }, (_, i) => firingAlert(`R${i}`)));
    await until(() => expect(it.accepted.length).toBeGreaterThan(0));
    expect(performance.now() - at).toBeGreaterThanOrEqual(provider.tooMany.waitMs - 5);
    await until(() => expect(it.accepted.map(({ kind }) => kind)).toEqual([fire, fire, fire]));
    expect(it.server.requests).toHaveLength(4);
  });

  test(`${name}: a beginning that is refused for good is given up at once, and the end goes on`, async () => {
    await using it = await playing(provider);
    it.answer = () => provider.refused;
    const alert = firingAlert();
    it.receiver.tell([alert]);
    await until(() => expect(it.receiver.status().trouble).toContain('1 notification was given up'));
    expect(it.server.requests).toHaveLength(1);
    it.answer = () => provider.accepted;
    it.receiver.tell([endedAlert(alert)]);
    await until(() => expect(it.accepted.map(({ kind }) => kind)).toEqual([resolve]));
  });

  test(`${name}: a lost answer is no loss`, async () => {
    await using it = await playing(provider);
    let lost = false;
    it.answer = () => {
      if (lost) return provider.accepted;
      lost = true;
      return 'lost';
    };
    it.receiver.tell([firingAlert()]);
    await until(() => expect(it.told).toEqual(['connect', 'ok']));
    expect(it.accepted).toHaveLength(2); // the same twice: what the provider makes of that is its own
    expect(it.accepted[0]!.body).toBe(it.accepted[1]!.body);
  });

  test(`${name}: a test is accepted, and ends`, async () => {
    await using it = await playing(provider);
    expect(await it.receiver.test()).toMatchObject({ kind: 'done' });
    expect(it.accepted.map(({ kind }) => kind)).toEqual([fire, resolve]);
    it.answer = () => provider.refused;
    expect(await it.receiver.test()).toMatchObject({ kind: 'permanent' });
  });
}

const MINUTE = 60_000;

/** A receiver whose provider is in memory, for hours that pass in no time; its pauses are those of everyday. */
export function inMemory(provider: Provider, change: Partial<ReceiverContext>) {
  const it = {
    accepted: [] as { readonly kind: string; readonly text: string }[],
    dropped: [] as (string | null)[],
    asked: 0,
    answer: (): ProviderAnswer | 'unreachable' => provider.accepted,
    receiver: undefined as unknown as Receiver,
  };
  const post = async (url: URL, body: string | Uint8Array): Promise<Delivery> => {
    it.asked++;
    const answer = it.answer();
    if (answer === 'unreachable') {
      return { outcome: 'connect', status: null, detail: 'ECONNREFUSED', sent: false, body: '', headers: {} };
    }
    const text = String(body);
    if (answer === provider.accepted) {
      it.accepted.push({ kind: provider.kindOf(text, `${url.pathname}${url.search}`), text });
    }
    const { status, body: said = '', headers = {} } = answer;
    return {
      ...{ outcome: outcomeOfStatus(status), status, sent: true, headers },
      detail: status < 300 ? null : `${status}: no`,
      body: typeof said === 'string' ? said : JSON.stringify(said),
    };
  };
  it.receiver = provider.create(
    'https://provider.example.com',
    receiverContext({
      poster: () => ({ post, get: post as never, close: async () => {} }),
      onDelivery(_, result, detail) {
        if (result === 'dropped') it.dropped.push(detail);
      },
      externalUrl: 'https://float.example.com',
      ...change,
    }),
  );
  return it;
}

/** An alert in whose words everything stands that some markup takes for itself. */
export function hostileAlert(change: Partial<Alert> = {}): Alert {
  const summary = 'a < b & c > d "e" _f_ *g* `h` [i](j) {{k}} <b>l</b>\nm';
  return firingAlert('Hostile', {
    annotations: { summary },
    labels: { alertname: 'Hostile', severity: 'warning', odd: '<!channel> & *x* `y`\n"z"' },
    ...change,
  });
}
