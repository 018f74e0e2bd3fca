'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ClipboardEvent } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import type { SheetRoute } from '#components/list/use-drawer-route.ts';
import { IconButton } from '#components/ui/button.tsx';
import { Money } from '#components/ui/money.tsx';
import { PastedArea, PastedField } from '#components/ui/pasted-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatBrl } from '#lib/core/money.ts';
import { PIX_KEY_KINDS, type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { codeAsSent, receiverPaste } from '#lib/payments/field-rules.ts';
import {
  readWithdrawal,
  typeInForce,
  type WithdrawalDraft,
  withdrawalBounds,
  withdrawalForm,
} from '#lib/payments/outgoing-forms.ts';
import { rulesOptions, withdrawnTodayOptions } from '#lib/payments/queries.ts';
import { MOST_CODE } from '#lib/payments/rules.ts';
import { PaymentSheet } from '../payment-sheet.tsx';
import { type FilterState, PaymentsPage } from '../payments-page.tsx';
import { fieldErrorsOf } from '../refused.tsx';
import { FoundReceiver, RECEIVER, ReceiverFacts, useOutgoing } from './receiver.tsx';

/** The withdrawals: the list, the open operations, and the sheet for a new one. */
export const WithdrawalsView = () => (
  <PaymentsPage
    page="withdrawals"
    sheet={(route, may) => may && <NewWithdrawal route={route} />}
    actions={(state) => <StateSegments state={state} />}
  >
    <WithdrawnToday />
  </PaymentsPage>
);

function NewWithdrawal({ route }: { route: SheetRoute }) {
  const t = useTranslations('payments.withdrawals');
  const hub = useSession().account.kind === 'hub';
  const withdrawal = useWithdrawal(route.setRequested);
  const { values, form, set, headroom, reviewing, busy, receiver } = withdrawal;
  const { limit, most } = headroom;
  return (
    <PaymentSheet
      page="withdrawals"
      payment={withdrawal}
      route={route}
      receiver={
        <ReceiverFacts receiver={receiver} sentTo={values.way === 'key' ? values.key : values.code} />
      }
      bounds={withdrawalBounds(form.facts)}
      upTo={limit !== null && most !== null && t('upToLimit', { amount: formatBrl(most) })}
      readsAmount={values.way === 'code' && busy}
      metadata={hub}
    >
      <Segments
        label={t('method')}
        value={values.way}
        disabled={reviewing}
        onChange={(way) => set({ way })}
        options={[
          { value: 'key', label: t('byKey') },
          { value: 'code', label: t('byCode') },
        ]}
      />
      <ReceiverPart withdrawal={withdrawal} />
    </PaymentSheet>
  );
}

/** The sum of today's completed withdrawals; absent where it cannot be summed completely. */
function WithdrawnToday() {
  const t = useTranslations('payments.list');
  const { data } = useQuery(withdrawnTodayOptions(useSession().account.slug));
  if (data === undefined || data.sum === null || data.count === null) return null;
  return (
    <p className="flex justify-between gap-2 border-t border-line-strong px-panel py-1.5">
      <b>{t('leftToday', { count: data.count })}</b>
      <Money cents={data.sum} direction={data.sum > 0 ? 'out' : 'still'} />
    </p>
  );
}

/** Common groups of outcomes; other choices of states use the filter chip. */
const STATES = {
  all: null,
  moving: ['PENDING'],
  done: ['COMPLETED'],
  back: ['CANCELED', 'REFUNDED', 'ERROR'],
} as const;
type Named = keyof typeof STATES;
const NAMES = Object.keys(STATES) as Named[];
const joined = (states: readonly string[] | null) => states?.join(',') ?? '';

function StateSegments({ state: { filters, set } }: { state: FilterState }) {
  const t = useTranslations('payments.list.segments');
  const chosen = NAMES.find((name) => joined(STATES[name]) === joined(filters.status));
  return (
    <Segments<Named | 'other'>
      label={t('label')}
      value={chosen ?? 'other'}
      onChange={(name) => {
        if (name !== 'other') set({ status: STATES[name] === null ? null : [...STATES[name]] });
      }}
      options={NAMES.map((value) => ({ value, label: t(value) }))}
    />
  );
}

/** Errors not shown before submit, because the key may still be incomplete. */
const TYPING = ['key_unreadable', 'phone_invalid'];

const endpointOf = ({ way }: WithdrawalDraft) =>
  way === 'code' ? 'POST /withdrawals/qr-code' : 'POST /withdrawals';

/** The state of a new withdrawal, from its key or code to the request. */
function useWithdrawal(onSent: (operationId: string) => void) {
  const { data: rules } = useQuery(rulesOptions(useSession().account.slug));
  const facts = { rules, now: serverNow() };
  return useOutgoing(endpointOf, withdrawalForm, {
    facts,
    bounds: withdrawalBounds(facts),
    read: readWithdrawal,
    searchOf: (values) => values,
    fieldOf: ({ way }) => way,
    looksUp: () => true,
    limited: true,
    onSent,
  });
}

export type Withdrawal = ReturnType<typeof useWithdrawal>;

type Props = { withdrawal: Withdrawal };

/** The key or the code, and its receiver, which is looked up on blur and not while typing. */
export function ReceiverPart({ withdrawal }: Props) {
  const t = useTranslations('payments.withdrawals');
  const { values, find, form, refused, errorText } = withdrawal;
  const lookUpErrors = fieldErrorsOf(refused);
  const typingError = values.way === 'key' && values.key !== '' ? form.errors.get('key') : undefined;
  const code =
    RECEIVER.map((field) => lookUpErrors.get(field)).find((one) => one !== undefined) ?? typingError;
  // From the form, from the look-up, or while typing.
  const error =
    form.at(values.way).error ?? (code === undefined || TYPING.includes(code) ? null : errorText(code));
  const Field = values.way === 'key' ? KeyField : CodeField;
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-3 m-0 border-0 p-0"
      aria-label={t('receiver')}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) find();
      }}
    >
      <Field withdrawal={withdrawal} error={error} />
      <FoundReceiver found={withdrawal} faulty={form.errors.has(values.way)} tried={form.tried} />
    </fieldset>
  );
}

type FieldProps = Props & { error: string | null };

function CodeField({ withdrawal: { values, set, find }, error }: FieldProps) {
  const t = useTranslations('payments.withdrawals');
  return (
    <PastedArea
      paste="code"
      label={t('code')}
      rule={t('codeRule', { count: values.code.trim().length })}
      error={error}
      hint={t('codeHint')}
      className="mono min-h-20 break-all whitespace-pre-wrap"
      rows={3}
      maxLength={MOST_CODE}
      spellCheck={false}
      autoComplete="off"
      value={values.code}
      onChange={(code) => set({ code })}
      onBlur={() => find()}
      onPaste={(event) => {
        const code = codeAsSent(event.clipboardData.getData('text'));
        if (values.code.trim() !== '' || code.length < 8 || code.length > MOST_CODE) return;
        event.preventDefault();
        set({ code });
        find({ code });
      }}
    />
  );
}

/** A Pix key. Its type is detected while typing; the operator chooses where two types are possible. */
function KeyField({ withdrawal: { values, set, find }, error }: FieldProps) {
  const t = useTranslations('payments.key');
  const { key, keyType } = values;
  const type = typeInForce(key, keyType);
  const isAmbiguous = keyType === null && pixKeyKinds(key).length > 1;
  const detected = keyType === null && type !== null ? t('recognised') : t('rule');
  /** Moves a code pasted into the key field to the code field, because the key field would truncate it. */
  const moveToCode = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (receiverPaste(text) !== 'code') return;
    event.preventDefault();
    const part = { way: 'code', code: codeAsSent(text) } as const;
    set(part);
    find(part);
  };
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <PastedField
        paste="key"
        label={t('label')}
        rule={isAmbiguous ? t('which') : detected}
        mono
        maxLength={77}
        value={key}
        autoFocus
        onChange={(next) => set({ key: next, keyType: null })}
        onPaste={moveToCode}
        error={error}
        hint={isAmbiguous && t('ambiguous')}
        after={
          key !== '' && (
            <IconButton icon="x" label={t('clear')} onClick={() => set({ key: '', keyType: null })} />
          )
        }
      />
      <Segments<PixKeyKind | 'none'>
        label={t('type')}
        value={type ?? 'none'}
        onChange={(next) => {
          if (next === 'none') return;
          set({ key, keyType: next });
          find({ key, keyType: next });
        }}
        options={PIX_KEY_KINDS.map((option) => ({ value: option, label: t(`types.${option}`) }))}
      />
    </div>
  );
}
