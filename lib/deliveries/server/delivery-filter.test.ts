import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { DeliveryFilter } from '#lib/deliveries/contract.ts';
import { ofOutcomes, whereWithin } from '#lib/deliveries/server/delivery-filter.ts';

const text = (of: Parameters<PgDialect['sqlToQuery']>[0] | undefined) =>
  of === undefined ? '' : new PgDialect().sqlToQuery(of).sql;
const classes = (...statusClass: NonNullable<DeliveryFilter['statusClass']>) =>
  text(whereWithin('a', { statusClass }, { from: undefined, to: undefined }));

/**
 * The embedded database has no statistics: it takes any one word or class for rare, and reads and sorts all rows to
 * find the newest. Of 150,000, that took over a second; a truth value it takes for half of them.
 */
test('U13: what was delivered is asked for by its truth value, not by a word or a class', () => {
  expect(text(ofOutcomes(['delivered'], null))).not.toContain('"outcome"');
  expect(classes('2xx')).not.toContain('case when');
  expect(classes('2xx')).toContain('"delivered"');
});

test('other classes are asked for by the index of what was not delivered', () => {
  expect(classes('5xx', 'none')).toMatch(/case when .* in .*"delivered" = /);
  expect(classes('2xx', '5xx')).toMatch(/"delivered" = .* or .*case when/);
});
