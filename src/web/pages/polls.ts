// The card of a wallet's page about the polls of its account.
import type { Instant } from '../../domain/observation.ts';
import { coverageOf, type PresentSchedule } from '../coverage.ts';
import { formatSpan, when } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import type { PastPolls } from '../sources.ts';
import { outcomeWords } from './outcomes.ts';

const MAX_FAILED = 10;

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
  const failed = past.polls.filter(({ outcome }) => outcome !== 'ok').slice(0, MAX_FAILED);
  return html`<section class="card" aria-labelledby="polls"><h2 id="polls">Polls of the account</h2>
<p>${complete} of ${slots} slots of this time brought all wallets.${missed > 0 && ` ${missed} ${missed === 1 ? 'slot' : 'slots'} went by without a poll.`}</p>
<ul class="plain">${failed.map(
    (poll) =>
      html`<li>${when(poll.slot, range.now, range.timezone)}: ${outcomeWords(poll)}${poll.durationMs !== null && html` <span class="quiet">after ${formatSpan(poll.durationMs)}</span>`}</li>`,
  )}</ul></section>`;
}
