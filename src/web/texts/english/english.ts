// The pages in English.
import { account } from './account.ts';
import { accounts } from './accounts.ts';
import { alert } from './alert.ts';
import { alerts } from './alerts.ts';
import { at } from './at.ts';
import { common } from './common.ts';
import { options } from './options.ts';
import { plan } from './plan.ts';
import { statement } from './statement.ts';
import { verdict } from './verdict.ts';
import { wallet } from './wallet.ts';
import { wallets } from './wallets.ts';

export const english = {
  ...{ account, accounts, alert, alerts, at, common, options, plan, statement, verdict, wallet, wallets },
};
