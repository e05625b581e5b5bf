// Tells the result of a probe in words, for `floatwatch probe` and `floatwatch init`.
import { counted } from '../../domain/counted.ts';
import { formatAmount } from '../../domain/money.ts';
import { succeeded } from '../../domain/observation.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { ProbeResult } from '../../upstream/service.ts';
import { wrapped } from '../terminal/sentence.ts';
import { layOut } from '../terminal/table.ts';
import type { Probed } from './probe.ts';

const MARGIN = 2;

/** The lines, each at most `width` characters: what happened, the evidence, and the wallets; nothing of keys and bodies. */
export function probeText({ account, baseUrl, reading, evidence, requests }: Probed, width: number): string {
  const lines = [`${account}: ${reading.outcome}${wallets(reading)}`];
  const tell = (name: string, said: string) => {
    const [first = '', ...more] = wrapped(said, width - MARGIN - name.length);
    const blank = ' '.repeat(MARGIN + name.length);
    lines.push(`  ${name}${first}`, ...more.map((line) => `${blank}${line}`));
  };
  if (reading.detail !== null) tell('', reading.detail);
  const at = evidence?.address ? ` at ${evidence.address}` : '';
  tell('asked      ', `${baseUrl}${at}, ${counted(requests, 'request')}`);
  if (evidence && evidence.httpStatus !== null) {
    const size = evidence.bytes === null ? 'body not read' : counted(evidence.bytes, 'byte');
    tell('answer     ', `HTTP ${evidence.httpStatus}, ${evidence.contentType ?? 'no content type'}, ${size}`);
  }
  if (evidence) {
    const steps = [
      evidence.answerAfterMs === null ? null : `answer began after ${evidence.answerAfterMs.toFixed(0)} ms`,
      `ended after ${evidence.endAfterMs.toFixed(0)} ms`,
    ];
    tell('time       ', steps.filter((step) => step !== null).join(', '));
  }
  const table = reading.wallets.length > 0 ? walletTable(reading, width - MARGIN) : '';
  return `${lines.join('\n')}\n${table}`;
}

function wallets({ wallets, outcome }: ProbeResult['reading']): string {
  return succeeded(outcome) ? `, ${counted(wallets.length, 'wallet')}` : '';
}

function walletTable({ wallets }: ProbeResult['reading'], width: number): string {
  const { text } = layOut<(typeof wallets)[number]>(
    [
      { title: 'WALLET', cell: (wallet) => walletKey(wallet) },
      {
        title: 'AVAILABLE',
        align: 'decimal',
        cell: ({ available }) => (available === null ? '?' : formatAmount(available)),
      },
      {
        title: 'ACTUAL',
        align: 'decimal',
        cell: ({ actual }) => (actual === null ? '?' : formatAmount(actual)),
      },
    ],
    wallets,
    { width, colour: false },
  );
  return text.replace(/^(?=.)/gm, '  ');
}
