import { describe, expect, test } from 'vitest';
import { DeliveryFilter } from '#lib/deliveries/contract.ts';
import { type DeliveryFilters, deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { activeFilters } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/parsers.ts';

const read = (query: string): DeliveryFilters => deliveriesList.load(new URLSearchParams(query));

describe('filters of deliveries in the address', () => {
  test('are read, and written as the route takes them', () => {
    const query =
      'from=2026-11-19&to=2026-11-20&outcome=failed&statusClass=5xx,none&event=TRANSACTION_COMPLETED,INFRACTION_CHANGED&webhookId=wh_1';
    const filters = read(query);
    expect(filters.statusClass).toEqual(['5xx', 'none']);
    expect(toQuery(filters)).toEqual(Object.fromEntries(new URLSearchParams(query)));
    expect(DeliveryFilter.parse(toQuery(filters))).toMatchObject({
      outcome: ['failed'],
      statusClass: ['5xx', 'none'],
      event: ['TRANSACTION_COMPLETED', 'INFRACTION_CHANGED'],
    });
  });
  test('what does not fit is as if it were not there', () => {
    expect(read('from=yesterday&outcome=lost&statusClass=9xx&event=%3Cscript%3E&url=')).toEqual(
      deliveriesList.none,
    );
  });
  test('the route refuses a word that is none of Guichê’s', () => {
    expect(DeliveryFilter.safeParse({ outcome: 'failed,lost' }).success).toBe(false);
    expect(DeliveryFilter.safeParse({ statusClass: '6xx' }).success).toBe(false);
  });
  test('a list keeps the words that fit, each once', () => {
    expect(read('statusClass=5xx,5xx,6xx').statusClass).toEqual(['5xx']);
  });
  test('the period is no filter that is counted', () => {
    expect(activeFilters(read('from=2026-11-19&outcome=failed'))).toEqual(['outcome']);
    expect(activeFilters(read('transactionId=t1&event=TRANSACTION_ERROR'))).toEqual([
      'event',
      'transactionId',
    ]);
  });
});
