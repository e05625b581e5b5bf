import { expect, test } from 'vitest';
import { allOf, treeOf } from '../../src/cli/completion/tree.ts';
import { createProgram } from '../../src/cli/main.ts';
import type { Io } from '../../src/cli/terminal/io.ts';

test('X3 no command takes a secret in an argument, where every user of the machine could read it', async () => {
  const io: Io = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: {},
    signal: new AbortController().signal,
    onEarlyEnd: () => {},
    onHangUp: () => {},
    exitCode: 0,
  };
  const flags = allOf(treeOf(await createProgram(io))).flatMap(({ flags }) =>
    flags.filter(({ value }) => value !== 'none'),
  );
  const names = flags.flatMap(({ names }) => names);
  expect(names).toContain('--config.file');
  const secret = names.filter((name) => /key|secret|password|token|credential|database.url/i.test(name));
  expect(secret.filter((name) => !name.endsWith('-file'))).toEqual([]); // where one lies may be told
});
