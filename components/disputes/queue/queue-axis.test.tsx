import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Dispute } from '#lib/disputes/contract.ts';
import { QueueAxis } from './queue-axis.tsx';

const HOUR = 3_600_000;
// A Thursday, 20:40 in São Paulo.
const NOW = Date.parse('2026-11-19T23:40:00.000Z');
const due = (hours: number, changes: Partial<Dispute> = {}) =>
  ({
    ...{ id: `d${hours}`, payerName: null, amount: 100, assignee: null, deadlineEstimated: false },
    deadline: new Date(NOW + hours * HOUR).toISOString(),
    ...changes,
  }) as Dispute;
const axis = (items: readonly Dispute[]) => shown(<QueueAxis items={items} now={NOW} />);

test('the picture is folded, so that the list begins near the top, and its line names the next deadlines', () => {
  for (const many of [2, 12]) {
    const { markup, text } = axis([5, 30, ...Array<number>(many - 2).fill(31)].map((hours) => due(hours)));
    expect(markup).toContain('<details');
    expect(markup).not.toMatch(/<details[^>]* open/);
    expect(text).toMatch(new RegExp(`Próximas 72 h ${many} vencimentos: amanhã 01:40, sáb 21 nov 02:40`));
  }
});

test('U6: where nobody works until the deadline, the line states it and names no hours', () => {
  expect(axis([due(5)]).text).toContain('Primeira sem responsável: amanhã 01:40. Nenhum expediente até lá');
  expect(axis([due(12)]).text).toContain('Menos de 1 h de expediente até lá');
  expect(axis([due(16)]).text).toContain('4 h de expediente até lá');
  const mine = { id: 'op', name: 'Ana' };
  expect(axis([due(5, { assignee: mine })]).text).not.toContain('sem responsável:');
});
