// Links to the pages of wallets and accounts, by their names.
import type { Alert } from '../../domain/alert.ts';
import { optionOf } from '../../domain/alert-subject.ts';
import { walletPath } from '../../domain/wallet.ts';
import type { Board } from '../../monitor/board/board.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { WalletName } from '../sources.ts';

/** A wallet's name, linked to its page; unlinked if the `board` given doesn't have it, as one that is forgotten has no page. */
export function walletLink(wallet: WalletName, board?: Pick<Board, 'has'>): Html {
  const name = html`<b>${wallet.currency}</b> ${breakable(wallet.walletType)}`;
  return board?.has(wallet.account, wallet) === false
    ? name
    : html`<a href="${walletPath(wallet)}">${name}</a>`;
}

/** The name of the payment option that an alert is about, linked to the page of all; empty if it isn't about one. */
export function optionLink(alert: Pick<Alert, 'account' | 'currency' | 'walletType' | 'labels'>): Content {
  const option = optionOf(alert);
  return (
    option !== '' &&
    html`<a href="/options"><b>${alert.currency}</b> ${option.split('/').map((part, i) => [i > 0 && ' ', breakable(part)])}</a>`
  );
}

/** An account's name, linked to its page; unlinked if the `board` given doesn't have it, as one that isn't configured. */
export function accountLink(account: string, board?: Pick<Board, 'accounts'>): Content {
  return board?.accounts.includes(account) === false
    ? account
    : html`<a href="${accountPath(account)}">${account}</a>`;
}

export function accountPath(account: string): string {
  return `/accounts/${encodeURIComponent(account)}`;
}

/** A name that may be broken between its words. */
function breakable(name: string): Content {
  return name.split('_').map((word, i) => (i === 0 ? word : [html`_<wbr>`, word]));
}
