'use client';

import { useTranslations } from 'next-intl';
import { useCan } from '#components/app-shell/session.tsx';
import { useDrawerRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { formatBrl } from '#lib/money.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { ReceiverFacts } from '../check/last-look.tsx';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import { useAsked } from '../list/use-payment-filters.ts';
import { PaymentWorkspace } from '../payment-workspace.tsx';
import { PaymentsFrame } from '../payments-frame.tsx';
import { useNewAction } from '../use-new-action.ts';
import { TransferForm } from './transfer-form.tsx';
import { useTransfer } from './use-transfer.ts';

/** Between accounts of the service: new transfer with its last look, what is under way, and all of them. */
export function TransfersView() {
  const t = useTranslations('payments.transfers');
  const may = useCan('withdraw');
  const route = useDrawerRoute();
  useNewAction('transfers', may);
  return (
    <PaymentsFrame page="transfers" route={route}>
      <PaymentsHead page="transfers" title={t('title')} note={t('note')} />
      <Page layout="stack">
        {may && <TransferWorkspace onOpen={route.show} />}
        <OpenPanel kinds={KINDS_OF.transfers} route={route} />
        <PaymentsPanel page="transfers" route={route} mayAsk={may} />
      </Page>
    </PaymentsFrame>
  );
}

/** A transfer from its form to what became of it. */
function TransferWorkspace({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTranslations('payments.transfers');
  const [sent, setSent] = useAsked();
  const transfer = useTransfer(setSent);
  const { cents, form, kind, byCode, found } = transfer;
  const receiver = form.values.receiver.trim();
  return (
    <PaymentWorkspace
      page="transfers"
      leaving={transfer}
      sent={sent}
      onSent={setSent}
      onOpen={onOpen}
      form={<TransferForm transfer={transfer} />}
      receiver={
        byCode ? (
          <ReceiverFacts receiver={found.receiver} sentTo={receiver} />
        ) : (
          <Facts
            of={[
              { label: t(`receiver.${kind}`), mono: receiver },
              { label: t('amount'), value: <b>{cents === null ? '–' : formatBrl(cents)}</b> },
            ]}
          />
        )
      }
    />
  );
}
