// The form of the plan: until when the money must last, how sure, and for which wallets.
import { percentText } from '../../monitor/forecast/plan-words.ts';
import { type Choice, form, input, oneOrAll, select, withChosen } from '../html/controls.ts';
import type { Html } from '../html/html.ts';
import type { PageSources } from '../sources.ts';
import { texts } from '../texts/texts.ts';

const COVERS = [1, 3, 7, 14, 30]; // days
const CONFIDENCES = ['0.5', '0.8', '0.9', '0.95', '0.97', '0.99'];

export function planForm(
  { accounts }: PageSources,
  currencies: readonly string[],
  values: Readonly<Record<string, string>>,
): Html {
  const words = texts.plan.form;
  const names = accounts().map(({ account }) => account);
  const { date, cover, confidence, account, currency, wallet_type: type } = values;
  const covers = COVERS.map((days): Choice => [`${days}d`, words.days(days)]);
  const asConfigured: Choice = ['', words.asConfigured];
  const shares = CONFIDENCES.map((share): Choice => [share, words.share(percentText(Number(share)))]);
  return form('/plan', {
    label: words.label,
    submit: words.submit,
    fields: [
      input('date', words.date, { type: 'date', value: date }),
      select('cover', words.cover, { choices: withChosen([asConfigured, ...covers], cover), chosen: cover }),
      select('confidence', words.confidence, {
        choices: withChosen([asConfigured, ...shares], confidence),
        chosen: confidence,
      }),
      oneOrAll('account', texts.common.account, { names, chosen: account }),
      oneOrAll('currency', texts.common.currency, { names: currencies, chosen: currency }),
      oneOrAll('wallet_type', words.type, { names: [], chosen: type }), // links from a wallet's page have one
    ],
  });
}
