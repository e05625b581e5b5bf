// The status in words: one sentence first, then the state of each wallet.

const of = (some: number, all: number) => `${some} of ${all} ${all === 1 ? 'wallet' : 'wallets'}`;

export const verdict = {
  blind: (some: number, all: number) =>
    some < all
      ? `Blind on ${of(some, all)}`
      : all === 1
        ? 'Blind on the one wallet'
        : `Blind on all ${all} wallets`,
  unseen: (accounts: string) => `No wallet seen yet of ${accounts}`,
  below: (some: number, all: number) => `${of(some, all)} ${some === 1 ? 'is' : 'are'} below threshold`,
  firing: (some: number, all: number) => `${of(some, all)} ${some === 1 ? 'has' : 'have'} an alert firing`,
  /** Beside those below threshold, which have an alert firing, too. */
  othersFiring: (some: number) => `${some} ${some === 1 ? 'other has' : 'others have'} an alert firing`,
  pendingOn: (some: number, all: number) =>
    `${of(some, all)} ${some === 1 ? 'has' : 'have'} an alert pending`,
  also: (rules: string) => `Also firing: ${rules}`,
  noWallet: 'No wallet has been seen yet',
  inside: (all: number) =>
    all === 1 ? 'The one wallet is inside its thresholds' : `All ${all} wallets are inside their thresholds`,
  fresh: (all: number) =>
    all === 1 ? 'The one wallet is seen and fresh' : `All ${all} wallets are seen and fresh`,
  moreAccounts: (names: string, more: number) =>
    `${names} and ${more} more ${more === 1 ? 'account' : 'accounts'}`,

  fine: 'Fine',
  belowThreshold: 'Below threshold',
  aboveThreshold: 'Above threshold',
  noLongerBelow: 'No longer below threshold',
  noLongerAbove: 'No longer above threshold',
  pending: (words: string) => `${words}, pending`,
  whenLastSeen: (words: string) => `${words} when last seen`,
  unknown: {
    stale: 'Unknown: too old',
    missing: 'Unknown: not in the response',
    never_seen: 'Unknown: never seen',
    unreadable: 'Unknown: not readable',
  },
};
