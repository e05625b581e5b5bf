import { expect, test } from 'vitest';
import { parseLocalInstant } from '../../src/domain/local-time.ts';

test.each(['2026-05-04T12:75', '2026-05-04 12:00:75'])('%s is no instant', (text) => {
  expect(parseLocalInstant(text, { timezone: 'Africa/Kampala' })).toBeUndefined();
});
