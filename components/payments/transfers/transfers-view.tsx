'use client';

import { useTranslations } from 'next-intl';
import { useCan } from '#components/app-shell/session.tsx';
import { type SheetRoute, useSheetRoute } from '#components/list/use-sheet-route.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { formatBrl } from '#lib/money.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { ReceiverFacts } from '../check/last-look.tsx';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import { PaymentSheet } from '../payment-sheet.tsx';
import { PaymentsFrame } from '../payments-frame.tsx';
import { TransferForm } from './transfer-form.tsx';
import { useTransfer } from './use-transfer.ts';

/** Between accounts of the provider: the transfers, those that are under way, and the sheet for a new one. */
export function TransfersView() {
  const t = useTranslations('payments.transfers');
  const may = useCan('withdraw');
  const route = useSheetRoute();
  return (
    <PaymentsFrame page="transfers" route={route} sheet={may && <NewTransfer route={route} />}>
      <PaymentsHead
        page="transfers"
        title={t('title')}
        note={t('note')}
        route={route}
        newLabel={may ? t('newTitle') : undefined}
      />
      <Page layout="stack">
        <OpenPanel kinds={KINDS_OF.transfers} route={route} />
        <PaymentsPanel page="transfers" route={route} mayAsk={may} />
      </Page>
    </PaymentsFrame>
  );
}

/** A transfer from its form to what became of it. */
function NewTransfer({ route }: { route: SheetRoute }) {
  const t = useTranslations('payments.transfers');
  const { asked: sent, setAsked: setSent } = route;
  const transfer = useTransfer(setSent);
  const { cents, form, kind, byCode, found } = transfer;
  const receiver = form.values.receiver.trim();
  return (
    <PaymentSheet
      page="transfers"
      leaving={transfer}
      sent={sent}
      onSent={setSent}
      onOpen={route.show}
      onClose={route.close}
      form={(id) => <TransferForm id={id} transfer={transfer} />}
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
