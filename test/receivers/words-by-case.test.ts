// What is said of an alert, by what is known of it.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { wordsOf } from '../../src/receivers/notification/words.ts';
import { endedAlert, firingAlert } from '../support/delivering.ts';

const START = 'https://float.example.com/r?';
const words = (change: Partial<Alert>) => wordsOf(firingAlert('Low', change), '');

test.each([
  ['https://a.example/b', 'https://a.example/b'],
  ['http://a.example/b', 'http://a.example/b'],
  ['HTTPS://A.example', 'https://a.example/'],
  ['ftp://a.example/b', ''],
  ['javascript:alert(1)', ''],
  ['a.example/b', ''],
  ['', ''],
  [`${START}a|b'c\`d{e}f\\g^h`, `${START}a%7Cb%27c%60d%7Be%7Df%5Cg%5Eh`],
  [START.padEnd(2_000, 'x'), START.padEnd(2_000, 'x')],
  [START.padEnd(2_001, 'x'), ''],
  [START.padEnd(1_998, 'x').concat('|'), ''], // too long in its normal form
])('the runbook %s is linked as %s', (runbook_url, link) => {
  expect(words({ annotations: { runbook_url } }).runbook).toBe(link);
});

test('without a runbook none is linked', () => expect(words({ annotations: {} }).runbook).toBe(''));

test.each<readonly [string, Partial<Alert>, string]>([
  ['its summary', { annotations: { summary: ' low ', description: 'very' } }, 'low'],
  ['else its description', { annotations: { summary: ' ', description: ' very ' } }, 'very'],
  [
    'else its value and threshold',
    { annotations: {}, value: '1500', threshold: '2000' },
    'Low: 1,500, threshold 2,000',
  ],
  ['or the value alone', { annotations: {}, value: '2d', threshold: null }, 'Low: 2d'],
  ['or its name alone', { annotations: {}, value: null, threshold: '2' }, 'Low'],
])('what it says first is %s', (_, change, summary) => expect(words(change).summary).toBe(summary));

test.each<readonly [string, Partial<Alert>, readonly string[]]>([
  ['all of it', {}, ['Severity', 'Wallet', 'Value', 'Threshold', 'Since']],
  ['no value and no threshold', { value: null, threshold: null }, ['Severity', 'Wallet', 'Since']],
  ['no time', { firingAt: null }, ['Severity', 'Wallet', 'Value', 'Threshold']],
  ['no wallet', { account: '', currency: '', walletType: '' }, ['Severity', 'Value', 'Threshold', 'Since']],
  [
    'labels of its own, one of them empty',
    { labels: { severity: 'warning', team: 'payouts', shift: '' } },
    ['Severity', 'Wallet', 'Value', 'Threshold', 'team', 'Since'],
  ],
  ['that it is not seen', { held: true }, ['Severity', 'Wallet', 'Value', 'Threshold', 'State', 'Since']],
  [
    'that it is over, though it was not seen then',
    { ...endedAlert(firingAlert()), reason: 'cleared', held: true },
    ['Severity', 'Wallet', 'Value', 'Threshold', 'Since', 'Ended'],
  ],
])('of an alert that has %s, that is told and nothing else', (_, change, names) => {
  expect(words(change).facts.map(([name]) => name)).toEqual(names);
});

test('an alert of no wallet is called by its rule alone', () => {
  expect(words({ account: '', currency: '', walletType: '' }).title).toBe('FIRING Low');
  expect(words({ account: 'acme', currency: '', walletType: '' }).title).toBe('FIRING Low: acme');
});
