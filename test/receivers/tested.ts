// Receivers tested, as `floatwatch alerts test` does, against providers that answer as told: with no network at all.
import { expect } from 'vitest';
import type { Delivery, Poster, PosterOptions } from '../../src/receivers/delivery/post.ts';
import type { Receiver, ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { handClock } from '../support/clock.ts';
import { receiverContext } from '../support/delivering.ts';

export interface Asked {
  readonly url: string;
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Readonly<Record<string, string>>;
}
/** What a provider answers: 200 with nothing, unless it says otherwise. */
export type Answer = Partial<Omit<Delivery, 'body'>> & { readonly body?: unknown };

/** Tests a receiver whose provider gives these answers, the last one again and again. */
export async function tested(create: (context: ReceiverContext) => Receiver, ...answers: readonly Answer[]) {
  const asked: Asked[] = [];
  const options: (PosterOptions | undefined)[] = [];
  let closed = 0;
  const poster: Poster = {
    async post(url, text, headers) {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? {};
      asked.push({ url: url.href, body: JSON.parse(String(text)), headers });
      const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? '');
      return { outcome: 'ok', status: 200, detail: null, sent: true, headers: {}, ...answer, body };
    },
    get: () => Promise.reject(new Error('nothing is read')),
    close: async () => void closed++,
  };
  const receiver = create(
    receiverContext({
      clock: handClock('2026-03-02T12:00:00Z'),
      poster(of) {
        options.push(of);
        return poster;
      },
      scrub: (text) => text.replaceAll('canary', '***'),
      externalUrl: 'https://float.example.com',
      times: { spacingMs: 0 },
    }),
  );
  const verdict = await receiver.test();
  await receiver.stop();
  expect(closed).toBe(1);
  return { verdict, asked, options };
}
