// How the text of a wallet's hours is read: what went out in each, and what is not known.
import { expect, test } from 'vitest';
import { hoursOf } from '../../../src/store/queries/outflow-hours.ts';

const read = (text: string, until = 110) => {
  const { hours, cleared, clears } = hoursOf(text, until);
  const asList = (numbers: Float64Array) => [...numbers].map((each) => (Number.isNaN(each) ? null : each));
  return { hours: asList(hours), cleared: asList(cleared), clears };
};

test('of a wallet without figures there are no hours', () => {
  expect(read('')).toEqual({ hours: [], cleared: [], clears: false });
});

test('hours that follow each other have one figure each, and what comes up to the end is not known', () => {
  expect(read('105 1.5,2,0').hours).toEqual([1.5, 2, 0, null, null]);
  expect(read('105 1.5,2,0').cleared).toEqual([null, 0, 0, null, null]);
  expect(read('109 7').hours).toEqual([7]);
});

test('what became available of uncleared money is told beside what went out', () => {
  expect(read('106 1,2|30,4|0')).toEqual({
    ...{ hours: [1, 2, 4, null], cleared: [null, 30, 0, null] },
    clears: true,
  });
});

test('a fall within a gap is divided among its hours, and the last of these has its own on top', () => {
  expect(read('102 1,106 5 4 8').hours).toEqual([1, 2, 2, 2, 7, null, null, null]);
  expect(read('102 1,106 5 4 0,3').hours).toEqual([1, 0, 0, 0, 5, 3, null, null]);
});

test('a rise within a gap says nothing of its hours', () => {
  expect(read('102 1,106 5 4 -8').hours).toEqual([1, null, null, null, 5, null, null, null]);
});

test('a gap of 96 hours is divided, and a longer one is not', () => {
  const filled = (gap: number) =>
    read(`100 1,${100 + gap} 5 ${gap} ${gap}`, 101 + gap).hours.filter((each) => each === 1).length;
  expect(filled(96)).toBe(96);
  expect(filled(97)).toBe(1);
});

test('an hour that is there twice, by a change of the clock by half of one, has both', () => {
  expect(read('105 1,105 2').hours).toEqual([3, null, null, null, null]);
});
