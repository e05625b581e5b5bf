// What a service answered, as `probe --json` and `poll --json` print it: by the names that our other JSON has.
import type { Observation, UnreadableWallet } from '../../domain/observation.ts';
import { balanceOf, type WalletBalance, type WalletId } from '../../domain/wallet.ts';
import type { ProbeResult } from '../../upstream/service.ts';
import { isoOrNull } from '../terminal/format.ts';

type Answer = Pick<
  Observation,
  'outcome' | 'httpStatus' | 'envelopeCode' | 'detail' | 'wallets' | 'unreadable'
>;

export function answerJson({ outcome, httpStatus, envelopeCode, detail, wallets, unreadable }: Answer) {
  return {
    outcome,
    http_status: httpStatus,
    envelope_code: envelopeCode,
    detail,
    wallets: wallets.map((wallet: WalletBalance) => ({
      ...nameOf(wallet),
      ...balanceOf(wallet),
      exposable: wallet.exposable,
    })),
    unreadable: unreadable.map((record: UnreadableWallet) => ({ ...nameOf(record), reason: record.reason })),
  };
}

export function evidenceJson(evidence: NonNullable<ProbeResult['evidence']>) {
  const { permitAfterMs, answerAfterMs, endAfterMs, address, httpStatus, contentType, bytes } = evidence;
  return {
    permit_after_ms: permitAfterMs,
    answer_after_ms: answerAfterMs,
    end_after_ms: endAfterMs,
    address,
    http_status: httpStatus,
    content_type: contentType,
    bytes,
  };
}

export function pollJson({ account, slot, startedAt, observedAt, durationMs, ...answer }: Observation) {
  return {
    account,
    slot: isoOrNull(slot),
    started_at: isoOrNull(startedAt),
    observed_at: isoOrNull(observedAt),
    duration_ms: durationMs,
    ...answerJson(answer),
  };
}

function nameOf({ currency, walletType }: WalletId) {
  return { currency, wallet_type: walletType };
}
