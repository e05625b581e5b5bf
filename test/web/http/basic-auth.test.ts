// Who is welcome by a name and a password, and what is compared, remembered and forgotten for it.
import { hashSync } from 'bcryptjs';
import { afterAll, expect, test } from 'vitest';
import { createBasicAuth } from '../../../src/web/http/basic-auth.ts';

const hash = (password: string) => hashSync(password, 4);
const USERS = new Map([
  ['alice', hash('right')],
  ['bob', hash('a:b')],
  ['carol', hash('third')],
  ['', hash('')],
]);
const encoded = (text: string) => Buffer.from(text).toString('base64');
const basic = (user: string, password: string) => `Basic ${encoded(`${user}:${password}`)}`;

function open() {
  const auth = createBasicAuth();
  const ask = (authorization: string | undefined, users: ReadonlyMap<string, string> = USERS) =>
    auth.authenticate(authorization, users);
  /** Comparisons under way, as many as there may be. */
  const fill = () => Promise.all(Array.from({ length: 32 }, (_, i) => ask(basic('alice', `wrong ${i}`))));
  return { ask, fill, close: auth.close, [Symbol.asyncDispose]: () => auth.close() };
}

/** One thread for all cases to which it makes no difference: each costs tens of milliseconds. */
const shared = open();
afterAll(shared.close);

test.each<[string | undefined, string]>([
  [basic('alice', 'right'), 'welcome'],
  [`bAsIc ${encoded('alice:right')}`, 'welcome'],
  [basic('bob', 'a:b'), 'welcome'],
  [basic('', ''), 'welcome'],
  [basic('alice', 'wrong'), 'refused'],
  [basic('alice', ''), 'refused'],
  [basic('alice', 'a:b'), 'refused'],
  [basic('Alice', 'right'), 'refused'],
  [basic('mallory', 'right'), 'refused'],
  [undefined, 'refused'],
  ['', 'refused'],
  [`Basic ${encoded('alice')}`, 'refused'],
  [`Basic  ${encoded('alice:right')}`, 'refused'],
  [`Basic ${encoded('alice:right')} `, 'refused'],
  [`x Basic ${encoded('alice:right')}`, 'refused'],
  [`Digest ${encoded('alice:right')}`, 'refused'],
])('%j is %s, and so is the same once more', async (authorization, result) => {
  expect([await shared.ask(authorization), await shared.ask(authorization)]).toEqual([result, result]);
});

test('names and passwords are read up to 768 bytes, and nothing of what is longer is compared', async () => {
  const busy = shared.fill();
  // What is compared is told to come again now; what is not is refused.
  expect(await shared.ask(basic('alice', 'x'.repeat(768 - 'alice:'.length)))).toBe('busy');
  expect(await shared.ask(basic('alice', 'x'.repeat(769 - 'alice:'.length)))).toBe('refused');
  await busy;
});

test('where there are no users nobody is welcome', async () => {
  expect(await shared.ask(basic('alice', 'right'), new Map())).toBe('refused');
});

test('at most 32 pairs are compared at once; one that is compared already waits for the same answer', async () => {
  const busy = shared.fill();
  expect(await shared.ask(basic('carol', 'third'))).toBe('busy');
  expect(await shared.ask(basic('mallory', 'right'))).toBe('busy'); // as a name that there is
  expect(await shared.ask(basic('alice', 'wrong 31'))).toBe('refused');
  expect(new Set(await busy)).toEqual(new Set(['refused']));
  expect(await shared.ask(basic('carol', 'third'))).toBe('welcome');
});

test('a pair that was right is not compared again until its hash is another; one that was wrong is', async () => {
  await using auth = open();
  expect(await auth.ask(basic('alice', 'right'))).toBe('welcome');
  expect(await auth.ask(basic('mallory', 'right'))).toBe('refused');
  const busy = auth.fill();
  expect(await auth.ask(basic('alice', 'right'))).toBe('welcome');
  expect(await auth.ask(basic('mallory', 'right'))).toBe('busy');
  const changed = new Map([['alice', hash('new')]]);
  expect(await auth.ask(basic('alice', 'right'), changed)).toBe('busy');
  await busy;
  expect(await auth.ask(basic('alice', 'right'), changed)).toBe('refused');
});

test('of a hundred pairs that were right the one used longest ago is forgotten for the next', async () => {
  await using auth = open();
  const password = 'one for all';
  const same = hash(password);
  const users = new Map([...USERS, ...Array.from({ length: 101 }, (_, i) => [`user ${i}`, same] as const)]);
  const ask = (i: number) => auth.ask(basic(`user ${i}`, password), users);
  for (let i = 0; i < 100; i++) expect(await ask(i)).toBe('welcome');
  expect(await ask(0)).toBe('welcome'); // used again: now the second is the oldest
  expect(await ask(100)).toBe('welcome');
  const busy = auth.fill();
  expect(await Promise.all([0, 1, 2, 99, 100].map(ask))).toEqual([
    ...['welcome', 'busy', 'welcome', 'welcome', 'welcome'],
  ]);
  await busy;
});

test('what is still compared at the end is refused, not left waiting; a new thread compares what comes later', async () => {
  await using auth = open();
  await auth.close(); // also where nothing was compared
  const asked = auth.ask(basic('alice', 'right'));
  await auth.close();
  expect(await asked).toBe('refused');
  expect(await auth.ask(basic('alice', 'right'))).toBe('welcome');
});
