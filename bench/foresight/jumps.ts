// Measures how good an alert is in the weeks after outflow has doubled from one day to the next.
import { alertLevel, alertOf } from '../../src/domain/forecast/outlook.ts';
import { LEAD, LOOK, outlooksOf } from './estimators.ts';
import type { Series } from './series.ts';

const EVERY = 60; // days from one case to the next
const HISTORY = 100;
const WEEKS = 3;
const LOOKS = 1 / LOOK;
const LONGEST = 10; // days before an end, from which on its alert counts

/** For each week after the jump, the share of money whose end an alert at 0.97 announced a whole lead time ahead. */
export function afterDoubling(all: readonly Series[]): readonly number[] {
  const late = new Array<number>(WEEKS).fill(0);
  const sums = new Array<number>(WEEKS).fill(0);
  for (const { days, ...series } of all) {
    for (let at = HISTORY; at + 7 * WEEKS < days.length; at += EVERY) {
      const doubled = days.slice(0, at + 7 * WEEKS).map((amount, i) => amount && (i < at ? 1 : 2) * amount);
      if (doubled.slice(at - LONGEST - 1).includes(undefined)) continue;
      const outlooks = outlooksOf({ ...series, days: doubled }, [
        { lead: LEAD, look: LOOK, confidence: 0.97 },
      ]);
      for (let part = 0; part < 7 * WEEKS * LOOKS; part++) {
        const end = at + (part + 0.5) / LOOKS;
        const week = Math.floor(part / LOOKS / 7);
        const amount = doubled[Math.floor(end)]!;
        sums[week]! += amount;
        if (!inTime(doubled as number[], outlooks, end)) late[week]! += amount;
      }
    }
  }
  return late.map((amount, week) => 1 - amount / sums[week]!);
}

function inTime(days: readonly number[], outlooks: ReturnType<typeof outlooksOf>, end: number): boolean {
  const last = LOOK * Math.floor((end - LEAD) / LOOK);
  let held = goneBetween(days, last, end);
  for (let look = last; look >= end - LONGEST; look -= LOOK) {
    const outlook = outlooks[Math.floor(look)]!;
    if (alertLevel(outlook, alertOf(outlook, 0), look - Math.floor(look), LEAD + LOOK) >= held) return true;
    held += days[Math.floor(look - LOOK)]! * LOOK;
  }
  return false;
}

function goneBetween(days: readonly number[], since: number, until: number): number {
  let sum = 0;
  for (let day = Math.floor(since); day < until; day++)
    sum += days[day]! * (Math.min(day + 1, until) - Math.max(day, since));
  return sum;
}
