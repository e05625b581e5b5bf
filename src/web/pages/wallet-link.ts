// Links to the pages of wallets and accounts, by their names.
import { walletPath } from '../../domain/wallet.ts';
import { type Content, type Html, html } from '../html/html.ts';
import type { WalletName } from '../sources.ts';

/** A wallet's name, linked to its page. */
export function walletLink(wallet: WalletName): Html {
  return html`<a href="${walletPath(wallet)}"><b>${wallet.currency}</b> ${breakable(wallet.walletType)}</a>`;
}

/** An account's name, linked to its page. */
export function accountLink(account: string): Html {
  return html`<a href="${accountPath(account)}">${account}</a>`;
}

export function accountPath(account: string): string {
  return `/accounts/${encodeURIComponent(account)}`;
}

/** A name that may be broken between its words. */
function breakable(name: string): Content {
  return name.split('_').map((word, i) => (i === 0 ? word : [html`_<wbr>`, word]));
}
