// Writes names in a sentence: there may be thousands of accounts, wallets or rules. Used by commands and by refusals of the API.

const MOST = 8;

/** Such as `acme-ug, acme-ke`; of more than eight names the first eight, `and 12 more`. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : '';
  return `${names.slice(0, MOST).join(', ')}${more}`;
}
