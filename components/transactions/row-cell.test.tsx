import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Locale } from '#lib/core/i18n/locales.ts';
import type { LastNotice } from '#lib/deliveries/queries.ts';
import { NoticeCell, Notices } from './row-cell.tsx';

const COMPLETED = { transactionId: 'a', event: 'TRANSACTION_COMPLETED', lastStatus: 200, attempts: 1 };

const cell = (notice: Partial<LastNotice> | null, locale: Locale = 'pt-BR') =>
  shown(
    <Notices value={new Map([['a', notice && { ...COMPLETED, state: 'delivered', ...notice }]])}>
      <NoticeCell id="a" />
    </Notices>,
    { locale },
  );

test('a notice that fails shows the last answer and how often it was tried', () => {
  const { text, markup } = cell({ state: 'failed', lastStatus: 503, attempts: 5 });
  expect(text).toBe('503 ×5, Aviso de “Concluída” não entregue, 5 tentativas');
  expect(markup).toContain('data-tone="danger"');
  expect(cell({ state: 'failed', lastStatus: null }, 'en').text).toBe(
    'no reply, Notice of “Completed” not delivered, 1 attempt',
  );
});

test('one that was taken shows the answer alone, one that waits for a resend shows that', () => {
  expect(cell({ attempts: 3 }).text).toBe('200, Aviso de “Concluída” aceito');
  const queued = cell({ state: 'queued', lastStatus: 503, attempts: 5 });
  expect(queued.text).toBe('na fila, Reenvio aceito; ainda não entregue');
  expect(queued.markup).toContain('data-tone="idle"');
});

test('where the history has none a dash stands, with its reason; before the answer nothing is shown', () => {
  const { text, markup } = cell(null, 'en');
  expect(text).toBe('–');
  expect(markup).toContain('title="No notice of it in the history"');
  expect(shown(<NoticeCell id="a" />).text).toBe('');
});
