// How one poll ended, in words, for the pages.
import type { Observation } from '../../domain/observation.ts';
import { type Content, html } from '../html/html.ts';
import { texts } from '../texts/texts.ts';

const SENTENCE = /^\p{Lu}.*\.$/su;

/** How a poll ended, as a sentence: the poll's own detail if it is a sentence, as that says more than ours. */
export function outcomeWords({ outcome, detail }: Pick<Observation, 'outcome' | 'detail'>): Content {
  if (detail !== null && SENTENCE.test(detail)) return detail;
  return [texts.at.outcomes[outcome], detail !== null && html` <span class="quiet">${detail}</span>`];
}
