import { dirname } from 'node:path';
import { scheduledAccounts } from '../../app/configured.ts';
import { loadConfig } from '../../config/load.ts';
import { localDay } from '../../domain/local-time.ts';
import { formatAmount } from '../../domain/money.ts';
import { succeeded } from '../../domain/observation.ts';
import { shellWord } from '../../domain/shell-word.ts';
import { type WalletBalance, walletKey } from '../../domain/wallet.ts';
import { type Answers, configFrom, type Given, gatherAnswers } from '../init/answers.ts';
import { firstFileText } from '../init/first-file.ts';
import { firesAtOnce, type ProposedRule, proposeRules } from '../init/first-rule.ts';
import { keyFiles, requireNew, writeNew } from '../init/write-files.ts';
import { probeAccounts } from '../probe/probe.ts';
import { probeText } from '../probe/probe-text.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { openQuestions, type Questions } from '../terminal/questions.ts';
import { printSentence, terminalWidth } from '../terminal/sentence.ts';

interface InitFlags extends Given {
  readonly 'config.file': string;
  readonly probe: boolean;
}

/** `floatwatch init`: writes a first configuration, by asking the user and the service. */
export async function init(io: Io, flags: InitFlags): Promise<void> {
  const file = flags['config.file'];
  requireNew([file], 'another one goes to --config.file; floatwatch check-config reads this one');
  using questions = openQuestions(io);
  const { answers, wallets } = await agree(flags, questions, io);
  const rules = proposeRules(wallets);
  const { files, ...keys } = keyFiles(file, answers);
  requireNew(
    files.map(({ path }) => path),
    '--public-key-file and --secret-key-file take files that are there',
  );
  const day = localDay(Date.now(), answers.timezone);
  const text = firstFileText({ ...answers, ...keys, wallets, rules, day });
  writeNew([...files, { path: file, text, mode: 0o644 }]);
  loadConfig(file, { env: io.env }); // init promises a file that can be read
  io.stdout.write('\n');
  tellWritten(io, { file, keys: files.map(({ path }) => path), rules });
}

interface Agreed {
  readonly answers: Answers;
  readonly wallets: readonly WalletBalance[];
}

/** Gathers answers with which the service tells its wallets. The user may answer again; without a user it throws. */
async function agree(flags: InitFlags, questions: Questions | undefined, io: Io): Promise<Agreed> {
  for (let before: Answers | undefined; ; ) {
    const answers = await gatherAnswers(flags, { questions, env: io.env, ...(before && { before }) });
    if (!flags.probe) return { answers, wallets: [] };
    const config = configFrom(answers);
    const signal = questions ? questions.until : io.signal;
    const { probed, scrub } = await probeAccounts(config, scheduledAccounts(config), signal);
    const reading = probed[0]?.reading;
    io.stdout.write(`\n${scrub(probed.map((each) => probeText(each, terminalWidth(io))).join('\n'))}`);
    if (reading && succeeded(reading.outcome)) return { answers, wallets: reading.wallets };
    if (!questions) {
      throw new CommandError(
        'nothing was written: the service told no balances (--no-probe writes it all the same)',
      );
    }
    io.stderr.write('\nThe service told no balances. Once more, or Ctrl-C:\n');
    before = answers;
  }
}

interface Written {
  readonly file: string;
  readonly keys: readonly string[];
  readonly rules: readonly ProposedRule[];
}

function tellWritten(io: Io, { file, keys, rules }: Written): void {
  printSentence(io, `${file} is written.`);
  if (keys.length > 0)
    printSentence(io, `The keys are in ${dirname(keys[0]!)}, where only you can read them.`);
  for (const rule of rules) {
    const { wallet, below } = rule;
    const fires = firesAtOnce(rule) ? ', so the alert fires until money comes' : '';
    printSentence(
      io,
      `An alert is proposed: ${walletKey(wallet)} below ${formatAmount(below)} (it holds ${formatAmount(wallet.available!)}${fires}).`,
    );
  }
  const named = file === 'floatwatch.yaml' ? '' : ` --config.file ${shellWord(file)}`;
  io.stdout.write(`\nNext:\n  npx floatwatch run${named}\n`);
}
