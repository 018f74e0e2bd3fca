import { ACTION_GROUPS, ACTIONS } from '#lib/audit-log/actions.ts';
import { RESULTS } from '#lib/audit-log/rules.ts';
import { defineList, type FiltersOf, filter } from '#lib/list/list.ts';

/** The audit log, newest first. The `action` filter takes single actions and groups. */
export const auditList = defineList({
  name: 'audit',
  filters: [
    filter.period(),
    filter.choices('action', [...ACTION_GROUPS, ...ACTIONS]),
    filter.choices('result', RESULTS),
    filter.text('operator', { most: 128, form: 'id' }),
    filter.text('account', { most: 128, form: 'id' }),
    filter.text('target', { most: 128 }),
    filter.text('session', { most: 6, form: 'id' }),
  ],
  columns: {
    chain: { width: 2.25, under: 50 },
    time: { width: 5.5, place: 'time' },
    who: { width: 8.5, place: 'note', plain: true },
    what: { width: 0, grows: true, place: 'who', opens: true },
    amount: { width: 7, number: true, place: 'amount' },
    target: { width: 11, under: 62, copies: 'target' },
    account: { width: 8, under: 74 },
    result: { width: 8.5, place: 'state' },
  },
  sort: ['time'],
  csv: 'GET /api/audit.csv',
  views: {
    refusedToday: { period: 'today', result: 'refused' },
    readInClear7days: { period: 'days7', action: 'reads' },
    people30days: { period: 'days30', action: 'people' },
  },
});
export type AuditFilters = FiltersOf<typeof auditList>;
export type AuditColumn = keyof typeof auditList.columns;
