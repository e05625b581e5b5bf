// `/accounts`: when each is polled, and how the last poll ended.
import { succeeded } from '../../domain/observation.ts';
import type { AccountView } from '../../monitor/board/board.ts';
import { formatSpan, when } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { more } from '../html/more.ts';
import { describeSchedule } from '../html/schedule.ts';
import type { PageSources } from '../sources.ts';
import type { Level } from '../verdict.ts';
import { outcomeWords } from './outcomes.ts';
import { accountLink } from './wallet-link.ts';

const MAX_ROWS = 500;

export function accountsPage(sources: PageSources, views: readonly AccountView[]): Html {
  const now = sources.clock.now();
  const info = new Map(sources.accounts().map((each) => [each.account, each]));
  const read = views.filter(({ last }) => last && succeeded(last.outcome)).length;
  const level: Level = read === views.length ? 'fine' : 'unknown';
  return html`<section class="verdict ${level}" aria-labelledby="verdict">${icon(level)}
<div><h1 id="verdict">${read} of ${views.length} accounts were read by their last poll</h1></div></section>
<section class="card"><table role="table" class="stack"><caption>Accounts</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Account</th><th scope="col" role="columnheader">Schedule</th>
<th scope="col" role="columnheader">Last poll</th><th scope="col" role="columnheader" class="num">Took</th><th scope="col" role="columnheader">Next</th></tr></thead>
<tbody role="rowgroup">${views
    .slice(0, MAX_ROWS)
    .map(({ account, last, wallets, nextSlot, consecutiveFailures }) => {
      const own = info.get(account);
      const fine = last !== null && succeeded(last.outcome);
      return html`<tr role="row" class="${fine ? 'fine' : 'unknown'}"><th scope="row" role="rowheader">${accountLink(account)}<span class="quiet">${wallets.length} wallets</span></th>
<td role="cell">${own && describeSchedule(own.schedule)}<span class="quiet">${own && `${own.schedule} (${own.timezone})`}</span></td>
<td role="cell" class="whole"><span class="word">${icon(fine ? 'fine' : 'unknown')}${when(last?.observedAt ?? null, now, own?.timezone)}</span><span class="quiet">${last ? outcomeWords(last) : 'No poll has finished yet.'}${consecutiveFailures > 1 && ` ${consecutiveFailures} failures in a row.`}</span></td>
<td role="cell" class="num" data-name="Took">${last ? (last.durationMs < 1000 ? `${Math.round(last.durationMs)} ms` : formatSpan(last.durationMs)) : ''}</td>
<td role="cell" class="seen next">${when(nextSlot, now, own?.timezone)}</td></tr>`;
    })}</tbody></table>${more(views.length - MAX_ROWS, 'accounts')}</section>`;
}
