// Asks questions on a terminal. They go to standard error: standard output is for data.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError, type Io } from './io.ts';

export interface TerminalQuestion {
  readonly text: string;
  /** Used for an empty answer; absent: the question is asked again. */
  readonly preset?: string;
  /** Shows neither the answer nor the preset. @default false */
  readonly isSecret?: boolean;
  /** Says what is wrong with an answer, which is then asked for again; `undefined` when it is fine. */
  readonly flaw?: (answer: string) => string | undefined;
}

export interface Questions extends Disposable {
  /** Rejects with a {@link CommandError} when the user goes away, by Ctrl-C or Ctrl-D. */
  ask(question: TerminalQuestion): Promise<string>;
  /** Aborts when the user goes away. */
  readonly until: AbortSignal;
}

/** Opens the terminal for questions; `undefined` where standard input is no terminal. */
export function openQuestions({ stdin, stderr, signal }: Io): Questions | undefined {
  if (stdin?.isTTY !== true) return undefined;
  let muted = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!muted) stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output: shown, terminal: true, historySize: 0 });
  const gone = new AbortController();
  lines.once('close', () => gone.abort());
  lines.once('SIGINT', () => lines.close());
  const until = AbortSignal.any([gone.signal, signal]);

  async function once({ text, preset, isSecret = false }: TerminalQuestion): Promise<string> {
    const offer = preset === undefined ? '' : isSecret ? ' [as before]' : ` [${preset}]`;
    try {
      const answering = lines.question(`${text}${offer}: `, { signal: until });
      muted = isSecret; // the question itself is already shown
      const answer = (await answering).trim();
      return answer === '' ? (preset ?? '') : answer;
    } catch (cause) {
      throw new CommandError('stopped: nothing was written', 1, { cause });
    } finally {
      if (muted) stderr.write('\n'); // the newline that ended the answer, or broke it off, wasn't shown either
      muted = false;
    }
  }

  return {
    async ask(question) {
      for (;;) {
        const answer = await once(question);
        const flaw = answer === '' ? 'is needed' : question.flaw?.(answer);
        if (flaw === undefined) return answer;
        stderr.write(`  ${flaw}\n`);
      }
    },
    until,
    [Symbol.dispose]: () => lines.close(),
  };
}
