// The card of a wallet's page about the polls of its account: how many slots were polled, and which polls failed.
import type { Instant } from '../../domain/observation.ts';
import { coverageOf, type PresentSchedule } from '../coverage.ts';
import { formatSpan, when } from '../html/format.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { PastPoll, PastPolls } from '../past.ts';
import { texts } from '../texts/texts.ts';
import { outcomeWords } from './outcomes.ts';

const MAX_FAILURES = 10; // failures that are shown, each of any number of polls
const MAX_POLLS = 1_000; // the most that are read
const QUICK_MS = 1_000; // from here on the time that a failed poll took is shown

export function pollsCard(
  past: PastPolls,
  range: {
    readonly from: Instant;
    readonly to: Instant;
    readonly now: Instant;
    readonly timezone: string;
    readonly present: PresentSchedule | undefined;
  },
): Html {
  const { slots, complete, missed } = coverageOf(past, { ...range, now: range.to });
  const failures = failuresIn(past.polls).slice(0, MAX_FAILURES);
  const words = texts.wallet.polls;
  const at = (instant: Instant): Content => when(instant, range.now, range.timezone);
  return html`<section class="card" aria-labelledby="polls"><h2 id="polls">${words.title}</h2>
<p>${words.complete(complete, slots, past.polls.length >= MAX_POLLS)}${missed > 0 && ` ${words.missed(missed)}`}</p>
<ul class="plain">${failures.map(
    ({ last, first, polls }) =>
      html`<li>${
        first === last
          ? words.failure<Content>(at(last.slot), outcomeWords(last))
          : words.failures<Content>(polls, at(first.slot), at(last.slot), outcomeWords(last))
      }${(last.durationMs ?? 0) >= QUICK_MS && html` <span class="quiet">${words.after(formatSpan(last.durationMs!))}</span>`}</li>`,
  )}</ul></section>`;
}

/** Polls in a row that failed in the same way, shown once. */
interface Failure {
  readonly last: PastPoll;
  readonly first: PastPoll;
  readonly polls: number;
}

/** The failures among polls that come with the latest first. */
export function failuresIn(polls: readonly PastPoll[]): readonly Failure[] {
  const failures: Failure[] = [];
  for (const [i, poll] of polls.entries()) {
    if (poll.outcome === 'ok') continue;
    const later = polls[i - 1];
    const goesOn = later?.outcome === poll.outcome && later.detail === poll.detail;
    const { last, polls: count } = (goesOn && failures.pop()) || { last: poll, polls: 0 };
    failures.push({ last, first: poll, polls: count + 1 });
  }
  return failures;
}
