'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { RequestForm } from '#components/forms/ask-sheet.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { type SheetRoute, useSheetRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/operation-rows.tsx';
import { useSecondPerson } from '#components/operations/second-person.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatBrl } from '#lib/core/money.ts';
import { readBrCode } from '#lib/core/pix/br-code.ts';
import { codeAsSent, receiverPaste } from '#lib/payments/field-rules.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import { KINDS_OF, MOST_CODE } from '#lib/payments/rules.ts';
import {
  isByCode,
  type ReceiverKind,
  readTransfer,
  receiverSearchOf,
  TRANSFER_BOUNDS,
  type TransferDraft,
  transferForm,
} from '#lib/payments/transfer-form.ts';
import { AmountField, typed } from '../../forms/amount-field.tsx';
import { PastedField } from '../../ui/pasted-field.tsx';
import { useHeadroom } from '../check/headroom-part.tsx';
import { ReceiverFacts } from '../check/review-step.tsx';
import { RequestMore, useAmountHint } from '../fields/optional-fields.tsx';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import { PaymentSheet } from '../payment-sheet.tsx';
import { PaymentsFrame } from '../payments-frame.tsx';
import { faultsOf, staleByMoney, useFaultLabels } from '../refused.tsx';
import { FoundReceiver } from '../withdrawals/found-receiver.tsx';
import { useFound, useWanted } from '../withdrawals/use-found.ts';

/** Transfers between accounts of the provider: the list, the open operations, and the sheet for a new one. */
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

/** The state of a new transfer between accounts of the provider, from the form to the request. */
function useTransfer(onSent: (operationId: string) => void) {
  const { slug: account, kind: service, capabilities } = useSession().account;
  const { data: rules } = useQuery(rulesOptions(account));
  const words = useFaultLabels();
  const kind: ReceiverKind = rules?.transfer.receiver ?? (service === 'hub' ? 'pix_key' : 'account_number');
  const facts = { kind, reads: capabilities.includes('qr-decode'), now: serverNow() };
  const [reviewing, setReviewing] = useState(false);
  const form = useOperationForm('POST /transfers', transferForm, {
    facts,
    restarts: true,
    words: (fault) => words(fault, TRANSFER_BOUNDS),
    stale: staleByMoney(account),
    onDone({ operation }) {
      setReviewing(false);
      onSent(operation.id);
    },
    onRefused: (error) => byCode && found.readAgainAfter(error) && setReviewing(false),
  });
  const { values, faults } = form;
  const byCode = isByCode(values, facts);
  const found = useFound(receiverSearchOf(values), form.fill);
  const { cents, fixed } = readTransfer(values, facts);
  const shown = !byCode || found.shown;
  const good = form.good && shown;
  const setWanted = useWanted(found.busy, () => good && setReviewing(true));
  const set = (part: Partial<TransferDraft>) => {
    setWanted(false);
    setReviewing(false);
    form.set(part);
    // A complete code was pasted, so it is decoded at once.
    const { receiver = '' } = part;
    if (kind === 'pix_key' && typeof readBrCode(receiver) !== 'string') found.find({ code: receiver });
  };
  return {
    kind,
    byCode,
    found,
    // A decoded receiver is valid for ten minutes; then it is read again before the request.
    form: { ...form, submit: () => (shown ? form.submit() : setReviewing(false)) },
    cents,
    fixed,
    headroom: useHeadroom(cents ?? 0, { limited: false }),
    reviewing,
    at: <N extends keyof TransferDraft>(name: N) => ({
      ...form.at(name),
      onChange: (value: TransferDraft[N]) => set({ [name]: value }),
    }),
    async review() {
      form.renew();
      // Only the decoded code has the amount, so nothing else is missing until it is read.
      const unread = !shown && !faults.has('receiver');
      if (unread) found.find();
      await form.check(() => undefined);
      setWanted(good || unread);
    },
    back: () => setReviewing(false),
  };
}

type Transfer = ReturnType<typeof useTransfer>;

/** The form of a transfer. It is disabled during the review. */
function TransferForm({ id, transfer }: { id: string; transfer: Transfer }) {
  const t = useTranslations('payments.transfers');
  const { reviewing, review } = transfer;
  return (
    <RequestForm id={id} title={t('newTitle')} blocked="transfers" still={reviewing} onSubmit={review}>
      <Fields transfer={transfer} />
    </RequestForm>
  );
}

function Fields({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('payments.transfers');
  const { kind, byCode, found, form, headroom, cents, fixed, at } = transfer;
  const number = kind === 'account_number';
  const second = useSecondPerson(cents);
  const hint = useAmountHint(cents, headroom.most, second.hint);
  const amount = at('amount');
  const upTo = headroom.most !== null && t('upToBalance', { amount: formatBrl(headroom.most) });
  // Errors of decoding a code are shown at the code field.
  const lookUpError = useFaultLabels()(faultsOf(byCode ? found.refused : null).get('code') ?? null);
  return (
    <>
      <PastedField
        {...at('receiver')}
        paste={receiverPaste}
        error={at('receiver').error ?? lookUpError}
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
          at('receiver').onChange(codeAsSent(text));
        }}
      />
      {byCode && <FoundReceiver found={found} faulty={form.faults.has('receiver')} tried={form.tried} />}
      <AmountField
        {...amount}
        value={fixed && cents !== null ? typed(cents) : amount.value}
        disabled={fixed}
        bounds={{ min: null, max: null }}
        rule={fixed ? t('fixedByCode') : upTo}
        most={fixed ? null : headroom.most}
        hint={hint}
      />
      <RequestMore at={at} metadata={kind === 'pix_key'} />
    </>
  );
}

/** A new transfer, from its form to its outcome. */
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
