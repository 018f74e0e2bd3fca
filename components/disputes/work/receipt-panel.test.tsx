import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { defensesOptions, firstDueOptions } from '#lib/disputes/queries.ts';
import { ReceiptPanel } from './outcome-panels.tsx';

const NOW = '2026-11-18T23:40:00.000Z';
const answered = { id: 'd1', answeredAt: NOW, answeredBy: { id: 'op', name: 'Ana' }, sending: null };
const detail = { dispute: answered } as unknown as DisputeDetail;
const open = (id: string, changes: Partial<Dispute> = {}) => ({
  ...{ id, payerName: 'Dalva Monteiro Cruz', amount: 234_900, sending: null },
  deadline: '2026-11-19T15:40:00.000Z',
  ...changes,
});
const item = { id: 'def', text: 'x', status: 'PENDING', createdAt: NOW, files: [], sentBy: null };
const receipt = (due: readonly unknown[]) =>
  shown(<ReceiptPanel detail={detail} fresh />, {
    now: NOW,
    known: [
      {
        of: defensesOptions('pix', 'd1'),
        data: { items: [{ ...item, operationId: null }], available: true },
      },
      { of: firstDueOptions('pix'), data: { items: due } },
    ],
  });

test('after an answer, the one that is due first is one press away, with its time left', () => {
  // The queue still names the answered one until it is read again.
  const { markup, text } = receipt([open('d1'), open('d2')]);
  expect(text).toContain('Próxima: Dalva Monteiro Cruz, R$ 2.349,00, vence em 16 h');
  expect(markup).toContain('href="/pix/disputes/d2"');
});

test('one that is being answered is not the next; without another there is no link', () => {
  const sending = { operationId: 'op_1', state: 'sent' };
  expect(receipt([open('d2', { sending })]).text).not.toContain('Próxima');
  expect(receipt([open('d2', { deadline: NOW })]).text).toContain('prazo vencido');
});

test('the state of the defense is shown as text', () => {
  const { text } = receipt([]);
  expect(text).toContain('em processamento');
  expect(text).not.toContain('PENDING');
});
