// The outcomes of polls in words, for the pages.
import type { Observation } from '../../domain/observation.ts';
import { type Content, html } from '../html/html.ts';
import { OUTCOME_WORDS } from '../outcome-words.ts';

/** How a poll ended, as a sentence. */
export function outcomeWords({ outcome, detail }: Pick<Observation, 'outcome' | 'detail'>): Content {
  return [OUTCOME_WORDS[outcome], detail !== null && html` <span class="quiet">${detail}</span>`];
}
