import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { command } from '../support/command.ts';

test('rules as JSON are the rules as YAML', async () => {
  const url = 'postgres://floatwatch@127.0.0.1/floatwatch'; // nobody asks it
  const yaml = await command(['rules'], { url });
  const json = await command(['rules', '--json'], { url });
  expect([yaml.code, json.code]).toEqual([0, 0]);
  expect(JSON.parse(json.stdout)).toEqual(parse(yaml.stdout));
  expect(JSON.parse(json.stdout).groups).not.toEqual([]);
});
