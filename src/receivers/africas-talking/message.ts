// Writes an alert as an SMS. Pure.
import type { Alert } from '../../domain/alert.ts';
import { wordsOf } from '../notification/words.ts';
import { cutToParts, partsOf, transliterate } from './gsm7.ts';

const TOLD = ['Reason', 'Value', 'Threshold'];

/**
 * The text of an alert that fires or has ended, in at most so many parts. The link to the page is added if it fits as a whole.
 */
export function smsText(alert: Alert, externalUrl: string, maxParts: number): string {
  const { title, summary, facts, link } = wordsOf(alert, externalUrl);
  const known = facts.filter(([name]) => TOLD.includes(name));
  const said = transliterate([title, summary, ...known.map(([name, text]) => `${name}: ${text}`)].join('\n'));
  const linked = `${said}\n${transliterate(link)}`;
  return link !== '' && partsOf(linked) <= maxParts ? linked : cutToParts(said, maxParts);
}
