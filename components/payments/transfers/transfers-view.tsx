'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { type SheetRoute, useSheetRoute } from '#components/list/use-drawer-route.ts';
import { Facts } from '#components/ui/facts.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatBrl } from '#lib/core/money.ts';
import { readBrCode } from '#lib/core/pix/br-code.ts';
import { codeAsSent, receiverPaste } from '#lib/payments/field-rules.ts';
import {
  isByCode,
  type ReceiverKind,
  readTransfer,
  receiverSearchOf,
  TRANSFER_BOUNDS,
  type TransferDraft,
  transferForm,
} from '#lib/payments/outgoing-forms.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import { MOST_CODE } from '#lib/payments/rules.ts';
import { RequestMore } from '../fields/optional-fields.tsx';
import { OutgoingAmount, PaymentSheet } from '../payment-sheet.tsx';
import { PaymentsFrame, PaymentsPanel } from '../payments-page.tsx';
import { fieldErrorsOf, staleByMoney, useErrorLabels } from '../refused.tsx';
import { FoundReceiver, ReceiverFacts } from '../withdrawals/found-receiver.tsx';
import { useOutgoing } from '../withdrawals/use-outgoing.ts';

/** Transfers between accounts of the provider: the list, the open operations, and the sheet for a new one. */
export function TransfersView() {
  const may = useCan('withdraw');
  const route = useSheetRoute();
  return (
    <PaymentsFrame page="transfers" route={route} may={may} sheet={may && <NewTransfer route={route} />}>
      <PaymentsPanel page="transfers" route={route} may={may} />
    </PaymentsFrame>
  );
}

/** The state of a new transfer between accounts of the provider, from the form to the request. */
function useTransfer(onSent: (operationId: string) => void) {
  const { slug: account, kind: service, capabilities } = useSession().account;
  const { data: rules } = useQuery(rulesOptions(account));
  const words = useErrorLabels();
  const kind: ReceiverKind = rules?.transfer.receiver ?? (service === 'hub' ? 'pix_key' : 'account_number');
  const facts = { kind, reads: capabilities.includes('qr-decode'), now: serverNow() };
  const form = useOperationForm('POST /transfers', transferForm, {
    facts,
    restarts: true,
    words: (code) => words(code, TRANSFER_BOUNDS),
    stale: staleByMoney(account),
    onDone: (answer) => outgoing.onDone(answer),
    onRefused: (error) => outgoing.onRefused(error),
  });
  const { values } = form;
  const byCode = isByCode(values, facts);
  const { cents, fixed } = readTransfer(values, facts);
  const outgoing = useOutgoing({
    form,
    search: receiverSearchOf(values),
    field: 'receiver',
    looksUp: byCode,
    cents,
    limited: false,
    onSent,
  });
  // Errors of decoding a code are shown at the code field.
  const lookUpError = words(byCode ? (fieldErrorsOf(outgoing.refused).get('code') ?? null) : null);
  return {
    ...outgoing,
    kind,
    byCode,
    fixed,
    form,
    lookUpError,
    at: <N extends keyof TransferDraft>(name: N) => ({
      ...form.at(name),
      onChange: (value: TransferDraft[N]) => {
        outgoing.onEdit();
        form.set({ [name]: value });
        // A complete code was pasted, so it is decoded at once.
        const code = name === 'receiver' ? String(value) : '';
        if (kind === 'pix_key' && typeof readBrCode(code) !== 'string') outgoing.find({ code });
      },
    }),
  };
}

function NewTransfer({ route }: { route: SheetRoute }) {
  const t = useTranslations('payments.transfers');
  const transfer = useTransfer(route.setAsked);
  const { kind, byCode, form, cents, headroom, at } = transfer;
  const { most } = headroom;
  const number = kind === 'account_number';
  const receiver = at('receiver');
  const sentTo = form.values.receiver.trim();
  return (
    <PaymentSheet
      page="transfers"
      payment={transfer}
      route={route}
      receiver={
        byCode ? (
          <ReceiverFacts receiver={transfer.receiver} sentTo={sentTo} />
        ) : (
          <Facts
            of={[
              { label: t(`receiver.${kind}`), mono: sentTo },
              { label: t('amount'), value: <b>{cents === null ? '–' : formatBrl(cents)}</b> },
            ]}
          />
        )
      }
    >
      <PastedField
        {...receiver}
        paste={receiverPaste}
        error={receiver.error ?? transfer.lookUpError}
        label={t(`receiver.${kind}`)}
        rule={t(`receiverRule.${kind}`)}
        hint={byCode ? t('codeHint') : t(`receiverHint.${kind}`)}
        inputMode={number ? 'numeric' : 'text'}
        mono
        maxLength={number ? 9 : MOST_CODE}
        onPaste={(event) => {
          // A one-line field drops line breaks, but one may stand for a blank in the code.
          const text = event.clipboardData.getData('text');
          if (number || receiverPaste(text) !== 'code') return;
          event.preventDefault();
          receiver.onChange(codeAsSent(text));
        }}
      />
      {byCode && <FoundReceiver found={transfer} faulty={form.faults.has('receiver')} tried={form.tried} />}
      <OutgoingAmount
        {...at('amount')}
        page="transfers"
        payment={transfer}
        fixed={transfer.fixed}
        bounds={{ min: null, max: null }}
        upTo={most !== null && t('upToBalance', { amount: formatBrl(most) })}
      />
      <RequestMore at={at} metadata={kind === 'pix_key'} />
    </PaymentSheet>
  );
}
