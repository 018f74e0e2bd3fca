'use client';

import { useTranslations } from 'next-intl';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { WaitingRows } from '#components/ui/waiting-rows.tsx';
import { formatDocument } from '#lib/pix/documents.ts';
import type { PendingDeposit } from '#lib/statement/queries.ts';
import { depositState } from '#lib/statement/rules.ts';
import styles from '../statement.module.css';
import { DepositStatus } from './deposit-words.tsx';

type Props = { items: readonly PendingDeposit[]; open: string | null; onOpen: (id: string) => void };

export function DepositRows({ items, open, onOpen }: Props) {
  const t = useTranslations('statement.deposits');
  return (
    <table className={`table ${styles.deposits}`} aria-label={t('label')}>
      <Heads />
      <tbody>
        {items.map((deposit) => (
          <Row key={deposit.id} deposit={deposit} opened={deposit.id === open} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function Heads() {
  const t = useTranslations('statement.deposits');
  return (
    <thead>
      <tr>
        <th scope="col">{t('arrived')}</th>
        <th scope="col">{t('status')}</th>
        <th scope="col">{t('payer')}</th>
        <th scope="col">{t('bank')}</th>
        <th scope="col" className="num">
          {t('amount')}
        </th>
      </tr>
    </thead>
  );
}

type RowProps = { deposit: PendingDeposit; opened: boolean; onOpen: (id: string) => void };

/** The payer is the button that opens it; a press anywhere in the row does the same. */
function Row({ deposit, opened, onOpen }: RowProps) {
  const t = useTranslations('statement.deposits');
  const { id, createdAt, paidAt, payer, amount } = deposit;
  const select = () => {
    if (getSelection()?.isCollapsed ?? true) onOpen(id);
  };
  return (
    <tr data-row="" data-open={opened || undefined} onClick={select}>
      <td data-cell="time">
        <Instant at={paidAt ?? createdAt} look="minute" />
      </td>
      <td data-cell="type">
        <DepositStatus deposit={deposit} />
      </td>
      <td data-cell="who">
        <button
          type="button"
          className="row-open"
          aria-expanded={opened}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(id);
          }}
        >
          <span className={styles.payer}>
            <span>{payer.name ?? t('nobody')}</span>
            {payer.document !== null && <span>{formatDocument(payer.document)}</span>}
          </span>
        </button>
      </td>
      <td data-cell="after" className="text-ink-2">
        {payer.institutionName ?? payer.institutionIspb ?? '–'}
      </td>
      <td data-cell="amount" className="num">
        <Money cents={amount} direction={depositState(deposit) === 'credited' ? 'in' : 'still'} />
      </td>
    </tr>
  );
}

export function DepositRowsWaiting() {
  const t = useTranslations('statement.deposits');
  return (
    <table className={`table ${styles.deposits}`} aria-busy="true" aria-label={t('loading')}>
      <Heads />
      <WaitingRows lines={5} cells={5} />
    </table>
  );
}
