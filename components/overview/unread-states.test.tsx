import { describe, expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CardStatus } from '#components/card/card-status.tsx';
import { RecurrenceFacts } from '#components/card/recurrence-panel.tsx';
import { PaymentStatus } from '#components/payments/list/payment-rows.tsx';
import { DepositStatus } from '#components/statement/deposits-view.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import type { Recurrence } from '#lib/card/queries.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import type { PendingDeposit } from '#lib/statement/queries.ts';

/** Tests how every place names a state of the service: never a guess, never nothing. */

const payment = (status: string | null, over: object = {}) =>
  asRead({ status, amount: 10_000, refundAmount: null, refundStatus: null, ...over }) as Payment;
const recurrence = (status: string | null) =>
  ({ id: 'r1', interval: 'MONTHLY', amount: 1, nextAt: null, endDate: null, status }) as Recurrence;

type Place = (status: string | null, badge: boolean) => React.ReactNode;
const onPage =
  (page: PaymentPage): Place =>
  (status, badge) => <PaymentStatus payment={payment(status)} page={page} badge={badge} />;
const PLACES: [string, Place][] = [
  ['a transaction', (status, badge) => <TransactionStatus status={status} badge={badge} />],
  ['a charge', onPage('charges')],
  ['a withdrawal', onPage('withdrawals')],
  ['a transfer', onPage('transfers')],
  ['a card charge', (status, badge) => <CardStatus charge={{ statusCode: null, status }} badge={badge} />],
  ['a deposit', (status, badge) => <DepositStatus deposit={{ status } as PendingDeposit} badge={badge} />],
  ['a recurrence', (status) => <RecurrenceFacts recurrence={recurrence(status)} />],
];
/** The sign of what nobody knows. */
const UNKNOWN = /<svg.*?<\/svg>/s.exec(shown(<TransactionStatus status="IN_ORBIT" />).markup)?.[0] ?? '';
const DONE = /<svg.*?<\/svg>/s.exec(shown(<TransactionStatus status="COMPLETED" />).markup)?.[0] ?? '';
const BOTH: Locale[] = ['pt-BR', 'en'];

describe.each(PLACES)('R6: %s', (_, place) => {
  test.each(BOTH)('of which nobody knows the state shows the word as it came (%s)', (locale) => {
    for (const badge of [false, true]) {
      const { markup, text } = shown(place('IN_ORBIT', badge), { locale });
      expect(text).toContain('IN_ORBIT');
      expect(text, 'no reading beside it').not.toContain('(');
      expect(UNKNOWN).not.toBe(DONE);
      expect(markup).toContain(UNKNOWN);
    }
  });

  test.each(BOTH)('without a state says so (%s)', (locale) => {
    const { markup, text } = shown(place(null, false), { locale });
    expect(text).toMatch(/sem estado|no (?:status|state)/i);
    expect(text).not.toContain('null');
    expect(markup).toContain(UNKNOWN);
  });
});

const part = (status: string, page: PaymentPage, locale: Locale = 'pt-BR', over: object = {}) =>
  shown(<PaymentStatus payment={payment(status, over)} page={page} />, { locale }).text;

describe('R6: a part that went back', () => {
  test('is no refund under way, whatever the word for it', () => {
    expect(part('PARTIALLY_REFUNDED', 'charges')).toBe('Paga, devolvida em parte');
    expect(part('PARTIALLY_REFUNDED', 'charges', 'en')).toBe('Paid, partly refunded');
    expect(part('estornado_parcialmente', 'charges', 'en')).toBe('Paid, partly refunded');
    expect(part('PARTLY_REVERSED', 'withdrawals', 'en')).toBe('PARTLY_REVERSED (Partly refunded)');
    const text = (status: string, locale: Locale) =>
      shown(<TransactionStatus status={status} />, { locale }).text;
    expect(text('PARTIALLY_REFUNDED', 'pt-BR')).toBe('Devolvida em parte');
    expect(text('refundedPartially', 'en')).toBe('refundedPartially (Partly refunded)');
  });

  test('is one under way only where a word or a field says so', () => {
    expect(part('WAITING_FOR_REFUND', 'charges', 'en')).not.toContain('artly');
    expect(part('PARTIALLY_REFUNDED', 'charges', 'en', { refundInProgressAmount: 5 })).toBe('Refunding');
  });
});

test('R6: a service’s own word is shown with our reading beside it', () => {
  expect(shown(<TransactionStatus status="PAGAMENTO_CONFIRMADO" />).text).toBe(
    'PAGAMENTO_CONFIRMADO (Concluída)',
  );
  expect(
    shown(<RecurrenceFacts recurrence={recurrence('SUSPENDED_BY_HOLDER')} />, { locale: 'en' }).text,
  ).toMatch(/SUSPENDED_BY_HOLDER \(/);
  expect(shown(<CardStatus charge={{ statusCode: 2, status: 'CAPTURED' }} />, { locale: 'en' }).text).toBe(
    'Paid',
  );
  expect(shown(<CardStatus charge={{ statusCode: 77, status: null }} />, { locale: 'en' }).text).toBe(
    'Code 77',
  );
});
