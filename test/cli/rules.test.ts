import { afterEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { command } from '../support/command.ts';

test('rules as JSON are the rules as YAML', async () => {
  const url = 'postgres://floatwatch@127.0.0.1/floatwatch'; // nobody asks it
  const yaml = await command(['rules'], { url });
  const json = await command(['rules', '--json'], { url });
  expect([yaml.code, json.code]).toEqual([0, 0]);
  expect(yaml.stdout).toMatch(/^# Made by floatwatch rules\. Change the configuration, not this file\.\n\w/);
  expect(JSON.parse(json.stdout)).toEqual(parse(yaml.stdout));
  expect(JSON.parse(json.stdout).groups).not.toEqual([]);
});

afterEach(() => void vi.useRealTimers());

/** After how many seconds without a good answer the generated BalanceUnknown says so, made at this instant. */
async function unknownAfter(schedule: string, now: string, timezone = 'UTC'): Promise<number> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const url = 'postgres://floatwatch@127.0.0.1/floatwatch';
  const { stdout } = await command(['rules'], { url, timezone, yaml: `poll: {schedule: "${schedule}"}` });
  const [, seconds] =
    /last_success_timestamp_seconds:max\{account=~?"[^"]*acme-ug[^"]*"\} > (\d+)/.exec(stdout) ?? [];
  return Number(seconds);
}

test.each([
  ['on a Monday, with a thousand polls before the next pause', '2026-11-23T06:01:00Z'],
  ['before the weekend', '2026-11-27T12:00:00Z'],
  ['at the weekend', '2026-11-28T12:00:00Z'],
])('a pause at night and at the weekend is no blindness, whenever the rules are made: %s', async (_, now) => {
  // From Friday 22:58: the two polls after it are due at 22:59 and on Monday at 6:00.
  const weekend = ((24 + 24 + 6) * 60 + 62) * 60;
  expect(await unknownAfter('* 6-22 * * 1-5', now)).toBe(weekend + 30);
});

test.each([
  ['* * * * *', 'Europe/Berlin', 2 * 60],
  ['*/5 8-17 * * *', 'Africa/Kampala', (14 * 60 + 10) * 60],
  ['*/5 8-17 * * *', 'Europe/Berlin', (15 * 60 + 10) * 60], // on the night on which clocks are set back
  ['0 9 * * *', 'UTC', 2 * 86_400],
  ['0 9 1 * *', 'UTC', 62 * 86_400], // July and August
  ['0 9 * * 1', 'UTC', 14 * 86_400],
  ['30 0 9,21 * * 6,7', 'UTC', 6 * 86_400],
])('of a schedule the longest silence counts: %s in %s', async (schedule, timezone, silence) => {
  expect(await unknownAfter(schedule, '2026-11-23T06:01:00Z', timezone)).toBe(silence + 30);
});

test.each([
  ['@weekly', 14 * 86_400],
  ['@monthly', 62 * 86_400],
])('a schedule by its nickname has one, too: %s', async (schedule, silence) => {
  expect(await unknownAfter(schedule, '2026-11-23T06:01:00Z')).toBe(silence + 30);
});
