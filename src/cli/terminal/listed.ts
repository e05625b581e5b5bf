// Names in a sentence, of which there may be thousands: of accounts, wallets, rules. Used by several commands.

const MOST = 8;

/** `acme-ug, acme-ke`; of more than eight the first, `and 12 more`. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : '';
  return `${names.slice(0, MOST).join(', ')}${more}`;
}
