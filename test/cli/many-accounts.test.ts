// Commands that ask more accounts of one service than it is asked for at a time.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { testDatabase } from '../support/postgres.ts';
import { GOOD, serveHttp } from '../upstream/service.ts';

const NAMES = ['one', 'two', 'three', 'four'];

test.for([['probe'], ['poll']])(
  '%s asks each with its whole deadline, however many stand before it',
  async ([name]) => {
    await using service = await serveHttp(async (_, response) => {
      await setTimeout(800); // all together longer than the deadline of one
      response.setHeader('content-type', 'application/json').end(GOOD);
    });
    await using database = await testDatabase();
    const keys = 'public_key: pk-123456, secret_key: sk-123456';
    const yaml = NAMES.map(
      (each) =>
        `  - {name: ${each}, base_url: "${service.url}", ${keys}, concurrency: 1, deadline: 3s, retries: 0}\n`,
    ).join('');
    const { code, stdout } = await command([name!, ...NAMES, '--json'], { url: database.url, yaml });
    const answers = JSON.parse(stdout) as {
      account: string;
      outcome?: string;
      reading?: { outcome: string };
    }[];
    expect(answers.map(({ account, outcome, reading }) => [account, outcome ?? reading?.outcome])).toEqual(
      NAMES.map((each) => [each, 'ok']),
    );
    expect(code).toBe(0);
  },
);
