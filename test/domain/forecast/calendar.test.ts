// What is known of days in advance: which day is of which kind, and when two calendars are the same.
import { expect, test } from 'vitest';
import { type CalendarEntry, createCalendar } from '../../../src/domain/forecast/calendar.ts';

const SALE: CalendarEntry = { name: 'sale', dates: [20_000, 20_010], factor: 2 };
const PAYDAY: CalendarEntry = { name: 'payday', dates: [20_001], factor: undefined };
const CLOSED: CalendarEntry = { name: 'closed', dates: [20_002], factor: 0 };
const UG = { country: 'UG', has: (day: number) => day >= 20_000 && day < 20_003 };

test('where nothing is known of days there is no calendar', () => {
  expect(createCalendar([], undefined)).toBeUndefined();
  expect(createCalendar([], UG)).toBeDefined();
  expect(createCalendar([SALE], undefined)).toBeDefined();
});

test.each([
  ['a date', 20_010, { kind: 'date sale', factor: 2 }],
  ['a date that is a holiday, too', 20_000, { kind: 'date sale', factor: 2 }],
  ['one without a factor', 20_001, { kind: 'date payday', factor: undefined }],
  ['a closed one', 20_002, { kind: 'date closed', factor: 0 }],
  ['a usual day', 20_003, undefined],
])('%s is known as this', (_, day, known) => {
  expect(createCalendar([SALE, PAYDAY, CLOSED], UG)!.at(day)).toEqual(known);
});

test('a holiday is of one kind with all others, and its factor is learnt', () => {
  const calendar = createCalendar([], UG)!;
  expect(calendar.at(20_001)).toEqual({ kind: 'public holiday', factor: undefined });
  expect(calendar.at(20_003)).toBeUndefined();
});

test('the key is the same for the same contents, and another for any other', () => {
  const contents: readonly Parameters<typeof createCalendar>[] = [
    [[SALE], undefined],
    [[SALE], UG],
    [[SALE], { ...UG, country: 'KE' }],
    [[], UG],
    [[SALE, PAYDAY], undefined],
    [[{ ...SALE, name: 'party' }], undefined],
    [[{ ...SALE, factor: 0 }], undefined],
    [[{ ...SALE, factor: 3 }], undefined],
    [[{ ...SALE, factor: undefined }], undefined],
    [[{ ...SALE, dates: [20_000] }], undefined],
  ];
  const keys = () => contents.map((each) => createCalendar(...each)!.key);
  expect(keys()).toEqual(keys());
  expect(new Set(keys()).size).toBe(contents.length);
  expect(createCalendar([SALE], UG)!.key).toBe('[[["sale",["2024-10-04","2024-10-14"],2]],"UG"]');
});
