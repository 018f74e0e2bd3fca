'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { SheetRoute } from '#components/list/use-drawer-route.ts';
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
  transferForm,
} from '#lib/payments/outgoing-forms.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import { MOST_CODE } from '#lib/payments/rules.ts';
import { PaymentSheet } from '../payment-sheet.tsx';
import { PaymentsPage } from '../payments-page.tsx';
import { fieldErrorsOf } from '../refused.tsx';
import { FoundReceiver, ReceiverFacts, useOutgoing } from '../withdrawals/receiver.tsx';

/** Transfers between accounts of the provider: the list, the open operations, and the sheet for a new one. */
export const TransfersView = () => (
  <PaymentsPage page="transfers" sheet={(route, may) => may && <NewTransfer route={route} />} />
);

/** The state of a new transfer between accounts of the provider, from the form to the request. */
function useTransfer(onSent: (operationId: string) => void) {
  const { slug, kind: service, capabilities } = useSession().account;
  const { data: rules } = useQuery(rulesOptions(slug));
  const kind: ReceiverKind = rules?.transfer.receiver ?? (service === 'hub' ? 'pix_key' : 'account_number');
  const facts = { kind, reads: capabilities.includes('qr-decode'), now: serverNow() };
  return useOutgoing('POST /transfers', transferForm, {
    facts,
    bounds: TRANSFER_BOUNDS,
    read: readTransfer,
    searchOf: receiverSearchOf,
    fieldOf: () => 'receiver',
    looksUp: (values) => isByCode(values, facts),
    limited: false,
    onSent,
  });
}

function NewTransfer({ route }: { route: SheetRoute }) {
  const t = useTranslations('payments.transfers');
  const transfer = useTransfer(route.setRequested);
  const { looksUp: byCode, form, cents, headroom, refused, errorText } = transfer;
  const { kind } = form.facts;
  const { most } = headroom;
  const number = kind === 'account_number';
  const receiver = transfer.at('receiver');
  // Errors of decoding a code are shown at the code field.
  const lookUpError = byCode ? (fieldErrorsOf(refused).get('code') ?? null) : null;
  const change = (text: string) => {
    receiver.onChange(text);
    // A complete code was pasted, so it is decoded at once.
    if (kind === 'pix_key' && typeof readBrCode(text) !== 'string') transfer.find({ code: text });
  };
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
      bounds={{ min: null, max: null }}
      upTo={most !== null && t('upToBalance', { amount: formatBrl(most) })}
      metadata={kind === 'pix_key'}
    >
      <PastedField
        {...receiver}
        paste={receiverPaste}
        onChange={change}
        error={receiver.error ?? (lookUpError && errorText(lookUpError))}
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
          change(codeAsSent(text));
        }}
      />
      {byCode && <FoundReceiver found={transfer} faulty={form.errors.has('receiver')} tried={form.tried} />}
    </PaymentSheet>
  );
}
