'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan } from '#components/shell/session-context.tsx';
import { formatBrl } from '#lib/money.ts';
import { CheckPanel } from '../check/check-panel.tsx';
import { OpenPanel } from '../list/open-panel.tsx';
import { PaymentsPanel } from '../list/payments-panel.tsx';
import { useBeside } from '../list/use-payment-filters.ts';
import { Outcome } from '../outcome.tsx';
import styles from '../payments.module.css';
import { PaymentsFrame } from '../payments-frame.tsx';
import { Refused } from '../refused.tsx';
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
      <PageHead title={t('title')} note={t('note')} />
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
  const { judged, money, draft, kind } = transfer;
  const { form, again, problem } = money;
  if (sent !== null)
    return (
      <Outcome
        key={sent}
        operationId={sent}
        page="transfers"
        title={t('resultTitle')}
        newLabel={t('another')}
        onRepeated={setSent}
        onNew={() => setSent(null)}
        onRestore={
          draft.previous === null
            ? undefined
            : () => {
                draft.restore();
                setSent(null);
              }
        }
        onOpen={onOpen}
      />
    );
  const twin = problem?.code === 'conflict' ? problem.operationId : undefined;
  return (
    <div className={styles.half} data-new-payment>
      <TransferForm transfer={transfer} />
      <CheckPanel
        room={transfer.room}
        cents={judged.cents}
        reviewing={transfer.reviewing}
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
        form={form}
        ready={twin === undefined || again.despite === twin}
        refused={<Refused {...money} error={form.error} fields={FIELDS} onRepeated={setSent} twins />}
        approvalAbove={transfer.rules?.approvalAbove ?? null}
        label={judged.cents === null ? t('ask') : t('askAmount', { amount: formatBrl(judged.cents) })}
        onBack={transfer.back}
        onAsk={() => void form.submit()}
      />
    </div>
  );
}
