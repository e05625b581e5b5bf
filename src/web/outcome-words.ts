// The outcomes of polls in words. `texts/english/at.ts` has them for pages and API; `pages/outcomes.ts` describes one poll.
import type { Outcome } from '../domain/observation.ts';

/** How a poll ended, as a sentence. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  ok: 'All wallets were read.',
  partial: 'Some wallets could not be read.',
  empty: 'The service answered without any wallet, where there were some before.',
  deadline: 'The service did not answer in time.',
  connect: 'The service can’t be reached.',
  tls: 'The service’s certificate or its TLS can’t be trusted.',
  auth: 'The service refuses the account’s keys.',
  rate_limited: 'The service says that we ask too often.',
  upstream_4xx: 'The service refuses the request.',
  upstream_5xx: 'The service has an error of its own.',
  redirect: 'The service sends us elsewhere; we don’t follow, because the keys would go there.',
  too_large: 'The answer is larger than allowed.',
  encoding: 'The answer is compressed, although we asked for plain text.',
  not_json: 'The answer isn’t JSON: perhaps a portal or a maintenance page.',
  invalid: 'The answer is JSON, but not what the service describes.',
  rejected: 'The service says that the request failed.',
  protocol: 'The answer isn’t proper HTTP.',
  aborted: 'The poll was ended because floatwatch was stopped.',
  lost: 'The process that polled died before the poll ended.',
};
