import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => void vi.useRealTimers());

/** After how many seconds without a good answer the generated BalanceUnknown says so, made at this instant. */
async function unknownAfter(schedule: string, now: string, timezone = 'UTC'): Promise<number> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const url = 'postgres://floatwatch@127.0.0.1/floatwatch';
  const { stdout } = await command(['rules'], { url, timezone, yaml: `poll: {schedule: "${schedule}"}` });
  const [, seconds] = /last_success_timestamp_seconds:max\{account="acme-ug"\} > (\d+)/.exec(stdout) ?? [];
  return Number(seconds);
}

test.fails.each([
  ['on a Monday, with a thousand polls before the next pause', '2026-11-23T06:01:00Z'],
  ['at the weekend', '2026-11-28T12:00:00Z'],
])('a pause at night and at the weekend is no blindness, whenever the rules are made: %s', async (_, now) => {
  // From Friday 22:58: the two polls after it are due at 22:59 and on Monday at 6:00.
  const weekend = ((24 + 24 + 6) * 60 + 62) * 60;
  expect(await unknownAfter('* 6-22 * * 1-5', now)).toBe(weekend + 30);
});
