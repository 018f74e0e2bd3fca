'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { WaitingRows } from '#components/ui/waiting-rows.tsx';
import { withOffset } from '#lib/dates.ts';
import type { ListedPayment, Payment } from '#lib/payments/queries.ts';
import { isPending, otherSide, type PaymentPage, wayOf } from '#lib/payments/rules.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { useSpanWords } from '../detail/use-left.ts';
import { PaymentStatus } from '../payment-status.tsx';
import styles from '../payments.module.css';

type Props = {
  page: PaymentPage;
  items: readonly ListedPayment[];
  open: string | null;
  onOpen: (id: string) => void;
};

export function PaymentRows({ page, items, open, onOpen }: Props) {
  const t = useTranslations('payments');
  return (
    <table className={`table ${styles.rows}`} data-page={page} aria-label={t(`list.${page}.label`)}>
      <RowsHead page={page} />
      <tbody>
        {items.map((payment) => (
          <Row key={payment.id} page={page} payment={payment} opened={payment.id === open} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function RowsHead({ page }: { page: PaymentPage }) {
  const t = useTranslations('payments.columns');
  return (
    <thead>
      <tr>
        <th scope="col">{t('time')}</th>
        <th scope="col">{t('state')}</th>
        <th scope="col">{t(`who.${page}`)}</th>
        <th scope="col">{t('reference')}</th>
        <th scope="col" className={styles.sideHead}>
          {t(`side.${page}`)}
        </th>
        {page !== 'charges' && (
          <th scope="col" className={styles.byHead}>
            {t('by')}
          </th>
        )}
        <th scope="col" className="num">
          {t('amount')}
        </th>
      </tr>
    </thead>
  );
}

type RowProps = Pick<Props, 'page' | 'onOpen'> & { payment: ListedPayment; opened: boolean };

/** Whoever is on the other side is the button that opens it; a press anywhere in the row does the same. */
function Row({ page, payment, opened, onOpen }: RowProps) {
  const { id, createdAt, clientReference, amount, amountExact } = payment;
  const select = () => {
    if (getSelection()?.isCollapsed ?? true) onOpen(id);
  };
  return (
    <tr data-open={opened || undefined} onClick={select}>
      <td className={styles.time}>
        <Instant at={createdAt} look="minute" />
      </td>
      <td className={styles.state}>
        <PaymentStatus payment={payment} page={page} short />
      </td>
      <td className={styles.who}>
        <button
          type="button"
          className="row-open"
          aria-expanded={opened}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(id);
          }}
        >
          <WhoWords page={page} payment={payment} />
        </button>
      </td>
      <td className={styles.reference} title={clientReference ?? undefined}>
        <span className="mono">{clientReference ?? '–'}</span>
      </td>
      <td className={styles.side}>
        <Side page={page} payment={payment} />
      </td>
      {page !== 'charges' && (
        <td className={styles.by}>
          <Requester of={payment} />
        </td>
      )}
      <td className={`num ${styles.amount}`}>
        <Money cents={amount} direction={wayOf(payment, page)} exact={amountExact} />
      </td>
    </tr>
  );
}

/** Who asked for it here; one that was asked for elsewhere names nobody. */
function Requester({ of: { requestedBy } }: { of: ListedPayment }) {
  const t = useTranslations('payments.open');
  const me = useSession().session.operator.id;
  if (requestedBy == null) return <span className="text-ink-3">–</span>;
  return requestedBy.id === me ? t('you') : requestedBy.name;
}

export function WhoWords({ page, payment }: { page: PaymentPage; payment: Payment }) {
  const t = useTranslations('payments.list');
  const { name, document } = otherSide(payment, page);
  // While it is on its way many providers tell no name yet: the key says who it goes to.
  if (name === null && document === null && page === 'withdrawals' && payment.withdrawPixKey !== null)
    return <span className="font-normal text-ink-2">{payment.withdrawPixKey}</span>;
  if (name === null && document === null) {
    const word = page !== 'charges' || payment.paidAt !== null ? 'nobody' : 'notPaid';
    return (
      <span className="text-ink-3">
        {t(isPending(payment.status) && word === 'notPaid' ? 'toReceive' : word)}
      </span>
    );
  }
  return (
    <span className={styles.party}>
      <span>{name ?? t('nobody')}</span>
      {document !== null && <span className={styles.document}>{formatDocument(document)}</span>}
    </span>
  );
}

/** Charges: when it was paid; withdrawals: the kind of key; transfers: what was written on it. */
function Side({ page, payment }: { page: PaymentPage; payment: Payment }) {
  const t = useTranslations('payments');
  const { paidAt, withdrawPixType, description } = payment;
  const left = useSpanWords();
  if (page === 'charges') {
    const { createdAt } = payment;
    if (paidAt === null || createdAt === null) return null;
    return <span title={withOffset(paidAt)}>{left(Date.parse(paidAt) - Date.parse(createdAt))}</span>;
  }
  if (page === 'transfers') return description ?? null;
  const key = `key.types.${withdrawPixType?.toLowerCase()}`;
  return t.has(key) ? t(key as 'key.types.cpf') : withdrawPixType;
}

export function RowsWaiting({ page }: { page: PaymentPage }) {
  const t = useTranslations('payments.list');
  return (
    <table className={`table ${styles.rows}`} data-page={page} aria-busy="true" aria-label={t('loading')}>
      <RowsHead page={page} />
      <WaitingRows lines={5} cells={page === 'charges' ? 6 : 7} />
    </table>
  );
}
