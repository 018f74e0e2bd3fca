'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { formatBrl } from '#lib/money.ts';
import { OpenPanel } from '../list/open-panel.tsx';
import { PaymentsPanel } from '../list/payments-panel.tsx';
import { useBeside } from '../list/use-payment-filters.ts';
import { MoneyDesk } from '../money-desk.tsx';
import styles from '../payments.module.css';
import { PaymentsFrame } from '../payments-frame.tsx';
import { PaymentsHead } from '../payments-head.tsx';
import { useNewAction } from '../use-new-action.ts';
import { TransferForm } from './transfer-form.tsx';
import { useTransfer } from './use-transfer.ts';

/** Between accounts of the service: new transfer with its last look, what is under way, and all of them. */
export function TransfersView() {
  const t = useTranslations('payments.transfers');
  const may = useCan('withdraw');
  const beside = useBeside();
  useNewAction('transfers', may);
  return (
    <PaymentsFrame page="transfers" beside={beside}>
      <PaymentsHead page="transfers" title={t('title')} note={t('note')} />
      <div className={`page ${styles.page}`}>
        {may && <Desk onOpen={beside.openPayment} />}
        <OpenPanel page="transfers" beside={beside} />
        <PaymentsPanel page="transfers" beside={beside} mayAsk={may} />
      </div>
    </PaymentsFrame>
  );
}

const FIELDS = ['amount', 'receiver', 'clientReference', 'description', 'callbackUrl'];

function Desk({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTranslations('payments.transfers');
  const [sent, setSent] = useState<string | null>(null);
  const transfer = useTransfer(setSent);
  const { judged, draft, kind } = transfer;
  return (
    <MoneyDesk
      page="transfers"
      leaving={transfer}
      sent={sent}
      onSent={setSent}
      onOpen={onOpen}
      form={<TransferForm transfer={transfer} />}
      receiver={
        <dl className="facts">
          <dt>{t(`receiver.${kind}`)}</dt>
          <dd className="mono break-all whitespace-normal">{draft.values.receiver.trim()}</dd>
          <dt>{t('amount')}</dt>
          <dd>
            <b>{judged.cents === null ? '–' : formatBrl(judged.cents)}</b>
          </dd>
        </dl>
      }
      fields={FIELDS}
    />
  );
}
