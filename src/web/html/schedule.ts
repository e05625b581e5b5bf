// A cron schedule in words, for the page of accounts.
import cronstrue from 'cronstrue';

const NAME = /\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)[a-z]+\b/gi;

/** `Every 5 minutes`, `At 06:30, Monday through Friday`; the fields themselves when there are no words for them. */
export function describeSchedule(expression: string): string {
  try {
    // node-cron also takes whole names (monday). Where a day of the month and a weekday are given, both must fit.
    return cronstrue.toString(expression.replace(NAME, '$1'), {
      use24HourTimeFormat: true,
      logicalAndDayFields: true,
    });
  } catch {
    return expression;
  }
}
