import { expect, test } from 'vitest';
import { databaseAhead, databaseNow, updateDatabaseClock } from './clock.ts';

test('M9: the database’s clock is told in whole ms, as columns of times take them', () => {
  const begun = Date.now() - 3;
  updateDatabaseClock(begun + 5_000.4371, begun);
  expect(Number.isInteger(databaseAhead())).toBe(true);
  expect(Number.isInteger(databaseNow())).toBe(true);
  updateDatabaseClock(Date.now(), Date.now());
});
