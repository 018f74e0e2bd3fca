'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type ClipboardEventHandler, type FocusEvent, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { IconButton } from '#components/ui/button.tsx';
import { PastedArea, PastedField } from '#components/ui/pasted-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { PIX_KEY_KINDS, type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { codeAsSent, receiverPaste } from '#lib/payments/field-rules.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import { MOST_CODE } from '#lib/payments/rules.ts';
import {
  readWithdrawal,
  typeInForce,
  type WithdrawalDraft,
  withdrawalBounds,
  withdrawalForm,
} from '#lib/payments/withdrawal-form.ts';
import { useHeadroom } from '../check/headroom-part.tsx';
import { faultsOf, staleByMoney, useFaultLabels } from '../refused.tsx';
import { FoundReceiver, RECEIVER } from './found-receiver.tsx';
import { useFound, useWanted } from './use-found.ts';

/** Errors not shown before submit, because the key may still be incomplete. */
const TYPING = ['key_unreadable', 'phone_invalid'];

const endpointOf = ({ way }: WithdrawalDraft) =>
  way === 'code' ? 'POST /withdrawals/qr-code' : 'POST /withdrawals';

/** The state of a new withdrawal, from its key or code to the request. */
export function useWithdrawal(onSent: (operationId: string) => void) {
  const account = useSession().account.slug;
  const { data: rules } = useQuery(rulesOptions(account));
  const words = useFaultLabels();
  const facts = { rules, now: serverNow() };
  const [reviewing, setReviewing] = useState(false);
  const form = useOperationForm(endpointOf, withdrawalForm, {
    facts,
    restarts: true,
    words: (fault) => words(fault, withdrawalBounds(facts)),
    stale: staleByMoney(account),
    onDone({ operation }) {
      setReviewing(false);
      onSent(operation.id);
    },
    onRefused: (error) => found.readAgainAfter(error) && setReviewing(false),
  });
  const { values } = form;
  const found = useFound(values, form.fill);
  const { cents } = readWithdrawal(values, facts);
  const good = form.good && found.shown;
  const setWanted = useWanted(found.busy, () => good && setReviewing(true));
  const set = (part: Partial<WithdrawalDraft>) => {
    setWanted(false);
    setReviewing(false);
    form.set(part);
  };
  return {
    ...found,
    // A found receiver is valid for ten minutes; then Guichê looks it up again before the request.
    form: { ...form, submit: () => (found.shown ? form.submit() : setReviewing(false)) },
    values,
    set,
    cents,
    headroom: useHeadroom(cents ?? 0),
    words,
    reviewing,
    /** Marks missing fields; opens the review once the receiver is known. */
    async review() {
      form.renew();
      if (!found.shown) found.find();
      await form.check(() => undefined);
      // Only the decoded code has the amount, so nothing is missing while it is read.
      setWanted(form.good || (values.way === 'code' && !found.shown && !form.faults.has('code')));
    },
    back: () => setReviewing(false),
  };
}

export type Withdrawal = ReturnType<typeof useWithdrawal>;

/** The error of the key or the code: from the form, from the look-up, or while typing. */
function useReceiverError({ form, values, refused, words }: Withdrawal): string | null {
  const { error } = form.at(values.way);
  if (error !== null) return error;
  const lookUpError = RECEIVER.map((field) => faultsOf(refused).get(field)).find((one) => one !== undefined);
  const fault =
    lookUpError ?? (values.way === 'key' && values.key !== '' ? form.faults.get('key') : undefined);
  return fault === undefined || TYPING.includes(fault) ? null : words(fault);
}

/** The key or the code, and its receiver, which is looked up on blur and not while typing. */
export function ReceiverPart({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, set, find } = withdrawal;
  const error = useReceiverError(withdrawal);
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) find();
  };
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
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-3 m-0 min-w-0 border-0 p-0"
      aria-label={t('receiver')}
      onBlur={leave}
    >
      {values.way === 'key' ? (
        <KeyField
          value={values.key}
          chosen={values.keyType}
          onChange={(next) => {
            set(next);
            if (next.keyType !== null) find(next);
          }}
          onPaste={moveToCode}
          error={error}
        />
      ) : (
        <CodeField withdrawal={withdrawal} error={error} />
      )}
      <FoundReceiver
        found={withdrawal}
        faulty={withdrawal.form.faults.has(values.way)}
        tried={withdrawal.form.tried}
      />
    </fieldset>
  );
}

function CodeField({ withdrawal, error }: { withdrawal: Withdrawal; error: string | null }) {
  const t = useTranslations('payments.withdrawals');
  const { values, set, find } = withdrawal;
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

type Props = {
  value: string;
  /** The type that the operator chose; null: detected from the key. */
  chosen: PixKeyKind | null;
  onChange: (next: { key: string; keyType: PixKeyKind | null }) => void;
  onPaste: ClipboardEventHandler;
  error: string | null;
};

/** A Pix key. Its type is detected while typing; the operator chooses where two types are possible. */
function KeyField({ value, chosen, onChange, onPaste, error }: Props) {
  const t = useTranslations('payments.key');
  const possible = pixKeyKinds(value);
  const type = typeInForce(value, chosen);
  const asks = chosen === null && possible.length > 1;
  const rule = asks ? t('which') : chosen === null && type !== null ? t('recognised') : t('rule');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <PastedField
        paste="key"
        label={t('label')}
        rule={rule}
        mono
        maxLength={77}
        value={value}
        autoFocus
        onChange={(key) => onChange({ key, keyType: null })}
        onPaste={onPaste}
        error={error}
        hint={asks && t('asks')}
        after={
          value !== '' && (
            <IconButton icon="x" label={t('clear')} onClick={() => onChange({ key: '', keyType: null })} />
          )
        }
      />
      <Segments<PixKeyKind | 'none'>
        label={t('type')}
        value={type ?? 'none'}
        onChange={(next) => next !== 'none' && onChange({ key: value, keyType: next })}
        options={PIX_KEY_KINDS.map((option) => ({ value: option, label: t(`types.${option}`) }))}
      />
    </div>
  );
}
