import { describe, expect, test } from 'vitest';
import {
  type DeliveryFilters,
  loadDeliveryFilters,
  NO_DELIVERY_FILTERS,
  narrowedBy,
  toDeliveryQuery,
} from './filters.ts';

const read = (query: string): DeliveryFilters => loadDeliveryFilters(new URLSearchParams(query));

describe('filters of deliveries in the address', () => {
  test('are read, and written as the route takes them', () => {
    const query =
      'from=2026-11-19&to=2026-11-20&outcome=failed&statusClass=5xx,none&event=TRANSACTION_COMPLETED,INFRACTION_CHANGED&webhookId=wh_1';
    const filters = read(query);
    expect(filters.statusClass).toEqual(['5xx', 'none']);
    expect(toDeliveryQuery(filters)).toEqual(Object.fromEntries(new URLSearchParams(query)));
  });
  test('what does not fit is as if it were not there', () => {
    expect(read('from=yesterday&outcome=lost&statusClass=9xx&event=%3Cscript%3E&url=')).toEqual(
      NO_DELIVERY_FILTERS,
    );
  });
  test('a list keeps the words that fit, each once', () => {
    expect(read('statusClass=5xx,5xx,6xx').statusClass).toEqual(['5xx']);
  });
  test('neither period nor outcome narrows to an endpoint, an event or a transaction', () => {
    expect(narrowedBy(read('from=2026-11-19&outcome=failed'))).toEqual([]);
    expect(narrowedBy(read('transactionId=t1&event=TRANSACTION_ERROR'))).toEqual(['event', 'transactionId']);
  });
});
