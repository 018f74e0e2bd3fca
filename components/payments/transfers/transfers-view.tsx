'use client';

import { useTranslations } from 'next-intl';
import { useBeside } from '#components/list/use-beside.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { useCan } from '#components/shell/session-context.tsx';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import styles from '../payments.module.css';
import { PaymentsFrame } from '../payments-frame.tsx';
import { useNewAction } from '../use-new-action.ts';
import { TransferDesk } from './transfer-desk.tsx';

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
        {may && <TransferDesk onOpen={beside.show} />}
        <OpenPanel kinds={KINDS_OF.transfers} beside={beside} />
        <PaymentsPanel page="transfers" beside={beside} mayAsk={may} />
      </div>
    </PaymentsFrame>
  );
}
