// Asking a user at a terminal, and many accounts of few services.
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ScheduledAccount } from '../../src/app/configured.ts';
import { askEach } from '../../src/cli/input/ask-each.ts';
import { aborted } from '../../src/cli/terminal/aborted.ts';
import { openQuestions, type TerminalQuestion } from '../../src/cli/terminal/questions.ts';
import { eventually } from '../support/eventually.ts';
import { capture } from '../support/io.ts';

describe('a question', () => {
  /** Asks at a terminal at which each line is typed when the user is asked for the next answer. */
  async function asked(question: TerminalQuestion, typed: readonly string[]) {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const { io, written } = capture();
    using questions = openQuestions({ ...io, stdin })!;
    const answering = questions.ask(question).catch((error: Error) => error);
    for (const [i, line] of typed.entries()) {
      await eventually(() => expect(written().stderr.split(`${question.text}`).length).toBe(i + 2));
      stdin.write(line);
    }
    const answer = await answering;
    // The line editor moves the cursor; only the words matter.
    const shown = stripVTControlCharacters(written().stderr).replaceAll('\r', '');
    return { answer, shown, isGone: questions.until.aborted, stdout: written().stdout };
  }

  test('is answered by a line, without the blanks around it, and says nothing on standard output', async () => {
    const { answer, shown, isGone, stdout } = await asked({ text: 'Name' }, ['  acme \r']);
    expect([answer, isGone, stdout]).toEqual(['acme', false, '']);
    expect(shown).toContain('Name: ');
    expect(shown).toContain('acme');
  });

  test('has an offer for an empty answer', async () => {
    const { answer, shown } = await asked({ text: 'Name', preset: 'main' }, ['\r']);
    expect(answer).toBe('main');
    expect(shown).toContain('Name [main]: ');
  });

  test('that needs an answer is asked again without one, and so is one with a flaw', async () => {
    const flaw = (answer: string) => (answer === 'bad' ? 'is no good' : undefined);
    const { answer, shown } = await asked({ text: 'Name', flaw }, ['\r', 'bad\r', 'good\r']);
    expect(answer).toBe('good');
    expect(shown).toMatch(/Name: [\s\S]* {2}is needed\n[\s\S]*Name: [\s\S]* {2}is no good\n[\s\S]*Name: /);
  });

  test('about a secret shows neither the answer nor what it was before', async () => {
    const { answer, shown } = await asked({ text: 'Key', preset: 'sk-before', isSecret: true }, ['sk-now\r']);
    expect(answer).toBe('sk-now');
    expect(shown).toBe('Key [as before]: \n');
    expect((await asked({ text: 'Key', preset: 'sk-before', isSecret: true }, ['\r'])).answer).toBe(
      'sk-before',
    );
    expect((await asked({ text: 'Key', isSecret: true }, ['sk-now\r'])).shown).toBe('Key: \n');
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s ends it', async (_, key) => {
    const { answer, shown, isGone } = await asked({ text: 'Name' }, [key]);
    expect(answer).toMatchObject({ message: 'stopped: nothing was written', exitCode: 1 });
    expect(shown).toMatch(/Name: [^\n]*\r?\n$/); // one line end
    expect(isGone).toBe(true);
    expect((await asked({ text: 'Key', isSecret: true }, [key])).shown).toBe('Key: \n');
  });

  test('needs a terminal', () => {
    const { io } = capture();
    expect(openQuestions(io)).toBeUndefined();
    expect(openQuestions({ ...io, stdin: new PassThrough() })).toBeUndefined();
    expect(
      openQuestions({ ...io, stdin: Object.assign(new PassThrough(), { isTTY: false }) }),
    ).toBeUndefined();
  });
});

describe('accounts are asked', () => {
  const account = (origin: string, concurrency: number) =>
    ({ config: { base_url: `${origin}/path`, concurrency } }) as unknown as ScheduledAccount;

  /** Asks them; each answers when it is let go. */
  function asking(accounts: readonly ScheduledAccount[]) {
    const begun: number[] = [];
    const waiting = new Map<number, () => void>();
    const ended = askEach(accounts, async (place) => {
      begun.push(place);
      await new Promise<void>((resolve) => waiting.set(place, resolve));
      return `answer ${place}`;
    });
    const letGo = async (place: number) => {
      waiting.get(place)!();
      await new Promise(setImmediate);
    };
    return { begun, letGo, ended };
  }

  test('as many of an origin at a time as the least of its limits, each origin by itself', async () => {
    const [a, b] = ['https://a.example.com', 'https://b.example.com'];
    const { begun, letGo, ended } = asking([
      account(a, 2),
      account(a, 3),
      account(b, 1),
      account(a, 5),
      account(b, 1),
    ]);
    expect(begun).toEqual([0, 1, 2]);
    await letGo(1);
    expect(begun).toEqual([0, 1, 2, 3]);
    await letGo(2);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    for (const place of [4, 3, 0]) await letGo(place);
    expect(await ended).toEqual([0, 1, 2, 3, 4].map((place) => `answer ${place}`)); // in the order of the list
  });

  test('all at once where the limit is larger than the list; nobody where there is none', async () => {
    const { begun, letGo, ended } = asking([
      account('https://a.example.com', 9),
      account('https://a.example.com', 9),
    ]);
    expect(begun).toEqual([0, 1]);
    for (const place of begun) await letGo(place);
    expect(await ended).toHaveLength(2);
    expect(await askEach([], async () => 'x')).toEqual([]);
  });

  test('and one that fails fails all', async () => {
    await expect(
      askEach([account('https://a.example.com', 1)], () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
  });
});

test('Ctrl-C is waited for, also when it came before', async () => {
  await aborted(AbortSignal.abort());
  const stop = new AbortController();
  let ended = false;
  const waiting = aborted(stop.signal).then(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  stop.abort();
  await waiting;
  expect(ended).toBe(true);
});
