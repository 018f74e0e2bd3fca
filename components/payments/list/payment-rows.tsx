'use client';

import { useTranslations } from 'next-intl';
import type { ComponentType } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { UnknownDirectionAmount } from '#components/ui/doubtful-way.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { initialColumns } from '#lib/list/list.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import type { ListedPayment, Payment } from '#lib/payments/queries.ts';
import {
  isDirectionUnknown,
  isPending,
  otherSide,
  type PaymentPage,
  paymentDirection,
} from '#lib/payments/rules.ts';
import { PaymentStatus } from '../payment-status.tsx';

/** Table props for a page's payments; `cell` replaces the default cells. */
export function usePaymentTable(page: PaymentPage, cell: PaymentCell = CELLS[page]) {
  const t = useTranslations('payments');
  const list = paymentLists[page];
  const column = (name: string) => {
    const words = `columns.${name}`;
    return t.has(`${words}.${page}`)
      ? t(`${words}.${page}` as 'columns.who.charges')
      : t(words as 'columns.time');
  };
  return {
    columns: list.columns,
    names: initialColumns(list),
    cell,
    words: { label: t(`list.${page}.label`), loading: t('list.loading'), column },
  };
}

export type PaymentCell = ReturnType<typeof cellOf>;
export type SideProps = { page: PaymentPage; payment: Payment };

type Props = { payment: Payment; page: PaymentPage; size?: 'big' };

/**
 * A payment's amount. Where the direction is unknown it shows no plus or minus but a ± with an explanation.
 */
export function PaymentAmount({ payment, page, size }: Props) {
  const t = useTranslations('payments.list');
  const money = (
    <Money
      cents={payment.amount}
      direction={paymentDirection(payment, page)}
      exact={payment.amountExact}
      {...(size === undefined ? {} : { size })}
    />
  );
  return isDirectionUnknown(payment, page) ? (
    <UnknownDirectionAmount why={t('wayUntold')}>{money}</UnknownDirectionAmount>
  ) : (
    money
  );
}

/** The cells of a page's payments; `OwnSide` replaces the page's default side column. */
export const cellOf = (page: PaymentPage, OwnSide: ComponentType<SideProps> = Side) =>
  function PaymentCell({ row, column }: { row: ListedPayment; column: string }) {
    switch (column) {
      case 'time':
        return <Instant at={row.createdAt} variant="minute" />;
      case 'state':
        return <PaymentStatus payment={row} page={page} short />;
      case 'who':
        return <CounterpartyCell page={page} payment={row} />;
      case 'reference':
        return (
          <span className="mono" title={row.clientReference ?? undefined}>
            {row.clientReference ?? '–'}
          </span>
        );
      case 'side':
        return <OwnSide page={page} payment={row} />;
      case 'by':
        return <Requester of={row} />;
      default:
        return <PaymentAmount payment={row} page={page} />;
    }
  };
const CELLS = {
  charges: cellOf('charges'),
  withdrawals: cellOf('withdrawals'),
  transfers: cellOf('transfers'),
};

/** The operator who requested the payment in Guichê; "–" for payments from elsewhere. */
function Requester({ of: { requestedBy } }: { of: ListedPayment }) {
  const t = useTranslations('payments.list');
  const me = useSession().session.operator.id;
  if (requestedBy == null) return <span className="text-ink-3">–</span>;
  return requestedBy.id === me ? t('you') : requestedBy.name;
}

export function CounterpartyCell({ page, payment }: { page: PaymentPage; payment: Payment }) {
  const t = useTranslations('payments.list');
  const { name, document } = otherSide(payment, page);
  // Many providers return no name while a withdrawal is pending, so its key is shown.
  if (name === null && document === null && page === 'withdrawals' && payment.withdrawPixKey !== null)
    return <span className="font-normal text-ink-2">{payment.withdrawPixKey}</span>;
  if (name === null && document === null) {
    const word = page !== 'charges' || payment.paidAt !== null ? 'nobody' : 'notPaid';
    return (
      <span className="text-ink-3">{t(isPending(payment) && word === 'notPaid' ? 'toReceive' : word)}</span>
    );
  }
  return <Party name={name ?? t('nobody')} document={document} />;
}

/** Withdrawals: the type of the key; transfers: the description; charges have their own cell. */
function Side({ page, payment }: SideProps) {
  const t = useTranslations('payments');
  const { withdrawPixType, description } = payment;
  if (page === 'transfers') return description ?? null;
  const key = `key.types.${withdrawPixType?.toLowerCase()}`;
  return t.has(key) ? t(key as 'key.types.cpf') : withdrawPixType;
}
