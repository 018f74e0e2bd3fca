'use client';

import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ComponentType, useEffect } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money, UnknownDirectionAmount } from '#components/ui/money.tsx';
import { Status, type StatusKind, statusKindOf, useStatusReading } from '#components/ui/status.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { stateOf } from '#lib/core/status/money.ts';
import { initialColumns } from '#lib/list/list.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import {
  type ListedPayment,
  type Payment,
  type PaymentList,
  paymentListsKey,
} from '#lib/payments/queries.ts';
import {
  isDirectionUnknown,
  isPending,
  otherSide,
  type PaymentPage,
  paymentDirection,
  type RefundStage,
  refundStageOf,
  statusKey,
} from '#lib/payments/rules.ts';

/** Table props for a page's payments; `cell` replaces the default cells. */
export function usePaymentTable(page: PaymentPage, cell: PaymentCell = CELLS[page]) {
  const t = useTranslations('payments');
  const list = paymentLists[page];
  const column = (name: string) => {
    const key = `columns.${name}`;
    return t.has(`${key}.${page}`) ? t(`${key}.${page}` as 'columns.who.charges') : t(key as 'columns.time');
  };
  return {
    columns: list.columns,
    names: initialColumns(list),
    cell,
    labels: { label: t(`list.${page}.label`), loading: t('list.loading'), column },
  };
}

export type PaymentCell = ReturnType<typeof cellOf>;
export type SideProps = { page: PaymentPage; payment: Payment };

/** A payment's amount. Where the direction is unknown it shows a ± with an explanation. */
export function PaymentAmount({ payment, page, size }: SideProps & { size?: 'big' }) {
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
    <UnknownDirectionAmount why={t('directionUnknown')}>{money}</UnknownDirectionAmount>
  ) : (
    money
  );
}

/** The cells of a page's payments; `OwnSide` replaces the page's default side column. */
export const cellOf = (page: PaymentPage, OwnSide: ComponentType<SideProps> = Side) =>
  function PaymentCell({ row, column }: { row: ListedPayment; column: string }) {
    const t = useTranslations('payments.list');
    const me = useSession().session.operator.id;
    const { requestedBy } = row;
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
        // Payments from elsewhere have no requester.
        if (requestedBy == null) return <span className="text-ink-3">–</span>;
        return requestedBy.id === me ? t('you') : requestedBy.name;
      default:
        return <PaymentAmount payment={row} page={page} />;
    }
  };
const CELLS = {
  charges: cellOf('charges'),
  withdrawals: cellOf('withdrawals'),
  transfers: cellOf('transfers'),
};

/** The other side of a payment; it may be unknown, or not have paid yet. */
export function CounterpartyCell({ page, payment }: SideProps) {
  const t = useTranslations('payments.list');
  const { name, document } = otherSide(payment, page);
  if (name !== null || document !== null) return <Party name={name ?? t('nobody')} document={document} />;
  // Many providers return no name while a withdrawal is pending, so its key is shown.
  if (page === 'withdrawals' && payment.withdrawPixKey !== null)
    return <span className="font-normal text-ink-2">{payment.withdrawPixKey}</span>;
  const isPaid = page !== 'charges' || payment.paidAt !== null;
  const word = isPending(payment) ? 'toReceive' : 'notPaid';
  return <span className="text-ink-3">{t(isPaid ? 'nobody' : word)}</span>;
}

/** Withdrawals: the type of the key; transfers: the description; charges have their own cell. */
function Side({ page, payment }: SideProps) {
  const t = useTranslations('payments');
  const { withdrawPixType, description } = payment;
  if (page === 'transfers') return description ?? null;
  const key = `key.types.${withdrawPixType?.toLowerCase()}`;
  return t.has(key) ? t(key as 'key.types.cpf') : withdrawPixType;
}

/** Status words of the Hub only (document 2). */
const HUB_KINDS = lookupTable<StatusKind>({
  PAID: 'ok',
  CONFIRMED: 'ok',
  REQUESTED: 'idle',
  CREATED: 'idle',
  APPROVED: 'idle',
  FAILED: 'danger',
});

/** Status kind of a refund, because a paid charge's status word does not show it. */
const BACK: Record<RefundStage, StatusKind> = { partly: 'returned', refunding: 'flow', refunded: 'returned' };

type StatusProps = SideProps & { badge?: boolean; short?: boolean };

/** A payment's status in its page's terms, with refunds of a paid charge; an unknown one as received. */
export function PaymentStatus({ payment, page, badge = false, short = false }: StatusProps) {
  const t = useTranslations('payments.status');
  const reading = useStatusReading();
  const { status } = payment;
  const meaning = stateOf(payment);
  const back = refundStageOf(payment, page);
  const kind = back === null ? (HUB_KINDS[status ?? ''] ?? statusKindOf(status, meaning)) : BACK[back];
  const usual = statusKey(payment, page);
  const brief = back === null ? `${page}.short.${status}` : `back.short.${back}`;
  const key = short && t.has(brief) ? brief : usual;
  const label =
    status === null ? t('none') : t.has(key) ? t(key as 'charges.PENDING') : reading(status, meaning);
  return (
    <Status kind={kind} badge={badge}>
      {label}
    </Status>
  );
}

/** Copies a payment that was read alone into the cached lists, so that the list does not contradict it. */
export function useSyncListCache(page: PaymentPage, payment: Payment | null): void {
  const account = useSession().account.slug;
  const client = useQueryClient();
  useEffect(() => {
    if (payment === null) return;
    client.setQueriesData<InfiniteData<PaymentList>>(
      { queryKey: paymentListsKey(account, page) },
      (read) => read && { ...read, pages: read.pages.map((one) => withNewer(one, payment)) },
    );
  }, [client, account, page, payment]);
}

/** Updates the row's status and state from the payment; names that only the list has stay. */
export function withNewer(list: PaymentList, payment: Payment): PaymentList {
  const { status, state, paidAt, payer, receiver } = payment;
  const items = list.items.map((item) =>
    item.id !== payment.id || (item.status === status && item.state === state)
      ? item
      : {
          ...item,
          status,
          state,
          paidAt: paidAt ?? item.paidAt,
          payer: payer.name === null ? item.payer : payer,
          receiver: receiver.name === null ? item.receiver : receiver,
        },
  );
  return { ...list, items };
}
