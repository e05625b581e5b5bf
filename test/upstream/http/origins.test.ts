import { expect, test } from 'vitest';
import { createDeadline, DeadlineError } from '../../../src/upstream/http/deadline.ts';
import { createOrigins, type Origin, type Permit } from '../../../src/upstream/http/origins.ts';

const URL_1 = new URL('http://127.0.0.1:1');

/** An origin that nobody listens at; permits need no connection. */
function origin(concurrency: number): Origin & Disposable {
  const origins = createOrigins({ concurrency: () => concurrency });
  const { take } = origins.at(URL_1, { allowInsecureHttp: false });
  return { take, [Symbol.dispose]: () => origins.close() };
}

/** The time of one poll, which is up when the test says so. */
function openDeadline() {
  const stop = new AbortController();
  const deadline = createDeadline(1_000, stop.signal, { now: () => 0, monotonic: () => 0 });
  return { deadline, up: () => stop.abort() };
}
const patience = () => openDeadline().deadline;

/** Whether a permit has come, after everything that is due has happened. */
async function came(permit: Promise<Permit>): Promise<boolean> {
  let is = false;
  permit.then(
    () => {
      is = true;
    },
    () => {},
  );
  await new Promise(setImmediate);
  return is;
}

test('so many permits at once, and each that is given back is the next one’s, in the order in which they came', async () => {
  using busy = origin(2);
  const [first, second] = [await busy.take(patience()), await busy.take(patience())];
  const [third, fourth] = [busy.take(patience()), busy.take(patience())];
  expect([await came(third), await came(fourth)]).toEqual([false, false]);
  first.giveBack(true);
  expect([await came(third), await came(fourth)]).toEqual([true, false]);
  second.giveBack(false);
  expect(await came(fourth)).toBe(true);
});

test('a permit for which nobody waits is there for whoever comes, and no second one with it', async () => {
  using busy = origin(1);
  (await busy.take(patience())).giveBack(true);
  expect(await came(busy.take(patience()))).toBe(true);
  expect(await came(busy.take(patience()))).toBe(false);
});

test('who gives up leaves the line: the permit is the next one’s', async () => {
  using busy = origin(1);
  const first = await busy.take(patience());
  const { deadline, up } = openDeadline();
  const second = busy.take(deadline);
  const third = busy.take(patience());
  up();
  await expect(second).rejects.toThrow(DeadlineError);
  expect(await came(third)).toBe(false);
  first.giveBack(true);
  expect(await came(third)).toBe(true);
});

test('a permit that comes at the very moment its taker gives up is given back', async () => {
  using busy = origin(1);
  const first = await busy.take(patience());
  const { deadline, up } = openDeadline();
  const second = busy.take(deadline);
  up();
  first.giveBack(true); // before the second has heard that its time is up
  await expect(second).rejects.toThrow(DeadlineError);
  expect(await came(busy.take(patience()))).toBe(true);
});

test('who comes when the time is up gets no permit, though one is free', async () => {
  using free = origin(1);
  const { deadline, up } = openDeadline();
  up();
  await expect(free.take(deadline)).rejects.toThrow(DeadlineError);
  expect(await came(free.take(patience()))).toBe(true);
});

test('a permit is given back once: a second time makes no second permit', async () => {
  using busy = origin(1);
  const first = await busy.take(patience());
  first.giveBack(true);
  const second = await busy.take(patience());
  first.giveBack(true);
  expect(await came(busy.take(patience()))).toBe(false);
  second.giveBack(true);
});

test('a connection that is kept serves the next permit, one that is not is cut', async () => {
  using busy = origin(1);
  const first = await busy.take(patience());
  expect(first.reused).toBe(false);
  first.giveBack(true);
  const second = await busy.take(patience());
  expect(second.reused).toBe(true);
  expect(second.connection).toBe(first.connection);
  second.giveBack(false);
  const third = await busy.take(patience());
  expect(third.reused).toBe(false);
  expect(third.connection).not.toBe(first.connection);
  await expect(first.connection.send({ path: '/', headers: {} }, () => {})).rejects.toThrow('destroyed');
});

test('a connection that is renewed is a new one in the same permit', async () => {
  using busy = origin(1);
  (await busy.take(patience())).giveBack(true);
  const permit = await busy.take(patience());
  const before = permit.connection;
  permit.renew();
  expect(permit.reused).toBe(false);
  expect(permit.connection).not.toBe(before);
  await expect(before.send({ path: '/', headers: {} }, () => {})).rejects.toThrow('destroyed');
  expect(await came(busy.take(patience()))).toBe(false);
});

test('accounts of one origin share its permits; those that may go unencrypted have connections of their own', async () => {
  const asked: string[] = [];
  const concurrency = (origin: string) => {
    asked.push(origin);
    return 1;
  };
  const origins = createOrigins({ concurrency });
  const at = (url: string, allowInsecureHttp = false) => origins.at(new URL(url), { allowInsecureHttp });
  const pay = at('http://localhost:1/a');
  expect(at('http://localhost:1/b')).toBe(pay);
  const insecure = at('http://localhost:1/a', true);
  const permit = await pay.take(patience());
  const waiting = insecure.take(patience());
  expect(await came(waiting)).toBe(false);
  permit.giveBack(true);
  expect((await waiting).reused).toBe(false);
  expect(await came(at('http://localhost:2/a').take(patience()))).toBe(true);
  expect(new Set(asked)).toEqual(new Set(['http://localhost:1', 'http://localhost:2']));
  origins.close();
});

test('closing cuts every connection, in use or idle', async () => {
  const origins = createOrigins({ concurrency: () => 2 });
  const { take } = origins.at(URL_1, { allowInsecureHttp: false });
  const [idle, used] = [await take(patience()), await take(patience())];
  idle.giveBack(true);
  origins.close();
  for (const { connection } of [idle, used])
    await expect(connection.send({ path: '/', headers: {} }, () => {})).rejects.toThrow('destroyed');
});
