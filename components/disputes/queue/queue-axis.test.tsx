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
const axis = (items: readonly Dispute[], count = items.length) =>
  shown(<QueueAxis items={items} now={NOW} count={count} />);

test('the picture is folded under eight open ones, and its line names the next deadlines', () => {
  const few = axis([due(5), due(30)]);
  expect(few.markup).not.toMatch(/<details[^>]* open/);
  expect(few.words).toMatch(/Próximas 72 h 2 vencimentos: amanhã 01:40, sáb 21 nov 02:40/);
  expect(axis([due(5), due(30)], 8).markup).toMatch(/<details[^>]* open/);
});

test('U6: where nobody works until the deadline, it says so and names no hours', () => {
  expect(axis([due(5)]).words).toContain('Primeira sem responsável: amanhã 01:40. Nenhum expediente até lá');
  expect(axis([due(12)]).words).toContain('Menos de 1 h de expediente até lá');
  expect(axis([due(16)]).words).toContain('4 h de expediente até lá');
  const mine = { id: 'op', name: 'Ana' };
  expect(axis([due(5, { assignee: mine })]).words).not.toContain('sem responsável:');
});
