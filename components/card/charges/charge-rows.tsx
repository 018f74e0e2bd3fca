'use client';

import { useTranslations } from 'next-intl';
import payments from '#components/payments/payments.module.css';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { WaitingRows } from '#components/ui/waiting-rows.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import styles from '../card.module.css';
import { CardStatus } from '../card-status.tsx';
import { useReasonWords } from '../use-reason-words.ts';

const CLASS = `table ${payments.rows} ${styles.rows}`;

type Props = { items: readonly CardCharge[]; open: string | null; onOpen: (id: string) => void };

export function ChargeRows({ items, open, onOpen }: Props) {
  const t = useTranslations('card.list');
  return (
    <table className={CLASS} aria-label={t('label')}>
      <Head />
      <tbody>
        {items.map((charge) => (
          <Row key={charge.id} charge={charge} opened={charge.id === open} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  );
}

function Head() {
  const t = useTranslations('card.columns');
  return (
    <thead>
      <tr>
        <th scope="col">{t('time')}</th>
        <th scope="col">{t('state')}</th>
        <th scope="col">{t('who')}</th>
        <th scope="col">{t('order')}</th>
        <th scope="col" className={payments.sideHead}>
          {t('why')}
        </th>
        <th scope="col" className="num">
          {t('amount')}
        </th>
      </tr>
    </thead>
  );
}

type RowProps = { charge: CardCharge; opened: boolean; onOpen: (id: string) => void };

/** The customer is the button that opens it; a press anywhere in the row does the same. */
function Row({ charge, opened, onOpen }: RowProps) {
  const t = useTranslations('card.list');
  const { id, createdAt, customer, externalId, amount, statusCode } = charge;
  const open = () => onOpen(id);
  return (
    <tr
      data-open={opened || undefined}
      onClick={() => {
        if (getSelection()?.isCollapsed ?? true) open();
      }}
    >
      <td className={payments.time}>
        <Instant at={createdAt} look="minute" />
      </td>
      <td className={payments.state}>
        <CardStatus charge={charge} />
      </td>
      <td className={payments.who}>
        <button
          type="button"
          className="row-open"
          aria-expanded={opened}
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          <span className={payments.party}>
            <span>{customer.name ?? t('nobody')}</span>
            {customer.document !== null && (
              <span className={payments.document}>{formatDocument(customer.document)}</span>
            )}
          </span>
        </button>
      </td>
      <td className={payments.reference} title={externalId ?? undefined}>
        <span className="mono">{externalId ?? '–'}</span>
      </td>
      <td className={payments.side}>
        <Why charge={charge} />
      </td>
      <td className={`num ${payments.amount}`}>
        <Money cents={amount} direction={statusCode === PAID ? 'in' : 'still'} />
      </td>
    </tr>
  );
}

/** What explains its state: the reason of a refusal, a chargeback, the cycle of a recurrence. */
function Why({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.list');
  const reason = useReasonWords()(charge);
  const { chargebacks, recurrenceCycle, recurrenceId } = charge;
  const cycle =
    recurrenceCycle !== null && recurrenceId !== null
      ? recurrenceCycle === 0
        ? t('firstCycle')
        : t('cycle', { cycle: recurrenceCycle })
      : null;
  const disputed = chargebacks.length > 0 ? t('chargeback', { count: chargebacks.length }) : null;
  return [disputed, reason, cycle].filter((words) => words !== null).join(' · ');
}

export function RowsWaiting() {
  const t = useTranslations('card.list');
  return (
    <table className={CLASS} aria-busy="true" aria-label={t('loading')}>
      <Head />
      <WaitingRows lines={5} cells={6} />
    </table>
  );
}
