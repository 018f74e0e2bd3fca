import { type Column, tableColumns } from '#lib/list/list.ts';

const AMOUNT: Column = { width: 8, number: true, place: 'amount' };

/** What was asked for here, on the operations page. */
export const operationColumns = tableColumns({
  state: { width: 11.5, place: 'state' },
  what: { width: 0, grows: true, place: 'who', opens: true },
  target: { width: 0, grows: true, place: 'note' },
  actor: { width: 9, under: 62 },
  begun: { width: 10.5, place: 'time' },
  end: { width: 14, place: 'note' },
  amount: AMOUNT,
});

/** What has no end yet, beside the lists of its kind. */
export const openOperationColumns = tableColumns({
  time: { width: 9.25, place: 'time' },
  state: { width: 10, place: 'state' },
  who: { width: 0, grows: true, place: 'who', opens: true },
  by: { width: 8, under: 50 },
  next: { width: 20, place: 'note' },
  amount: AMOUNT,
});

/** Others beside the one that is decided. */
export const operationLineColumns = tableColumns({
  when: { width: 9.5, place: 'time' },
  state: { width: 10.5, place: 'state' },
  what: { width: 0, grows: true, place: 'who', opens: true },
  amount: AMOUNT,
});
