'use client';

import { useTranslations } from 'next-intl';
import { type FocusEvent, useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { KeyField } from '../fields/key-field.tsx';
import styles from '../payments.module.css';
import { saidAtFields } from '../use-faults.ts';
import { HolderCard } from './holder-card.tsx';
import type { Withdrawal } from './use-withdrawal.ts';

const MOST_CODE = 1024;
/** Fields that a look-up names: what is wrong with them stands at the key or the code. */
const RECEIVER = ['code', 'key', 'keyType'];

/** The key or the code, and whom it pays: looked up when the field is left, never while it is typed. */
export function ReceiverPart({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, draft, judged, tried, errorAt, find } = withdrawal;
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) find();
  };
  const fault = values.key === '' && !tried ? null : judged.faults.receiver;
  const early = !tried && (fault === 'key_unreadable' || fault === 'phone_invalid');
  return (
    <fieldset className={`form ${styles.fields}`} aria-label={t('receiver')} onBlur={leave}>
      {values.way === 'key' ? (
        <KeyField
          value={values.key}
          chosen={values.keyType}
          onChange={(next) => {
            draft.set(next);
            if (next.keyType !== null) find(next);
          }}
          error={errorAt(['pixKey', 'key', 'pixKeyType', 'keyType'], early ? null : fault)}
        />
      ) : (
        <CodeField withdrawal={withdrawal} />
      )}
      <Found withdrawal={withdrawal} />
    </fieldset>
  );
}

function CodeField({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const id = useId();
  const { values, draft, judged, tried, errorAt, find } = withdrawal;
  const error = errorAt(['code'], tried ? judged.faults.receiver : null);
  return (
    <Field
      id={id}
      label={t('code')}
      rule={t('codeRule', { count: values.code.trim().length })}
      error={error}
      hint={t('codeHint')}
    >
      <textarea
        id={id}
        className="mono min-h-20 w-full rounded-2 border border-line-control bg-surface p-2 break-all whitespace-pre-wrap text-ink"
        rows={3}
        maxLength={MOST_CODE}
        spellCheck={false}
        autoComplete="off"
        value={values.code}
        onChange={(event) => draft.set({ code: event.target.value })}
        onBlur={() => find()}
        onPaste={(event) => {
          const code = event.clipboardData.getData('text').trim();
          if (values.code.trim() !== '' || code.length < 8 || code.length > MOST_CODE) return;
          event.preventDefault();
          draft.set({ code });
          find({ code });
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-answer`}
      />
    </Field>
  );
}

/** What the look-up said; asked for by a button where leaving the field did not ask. */
function Found({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, receiver, receiving, refused, judged, find, unseen, tried } = withdrawal;
  const byCode = values.way === 'code';
  if (unseen) return <p className="form-answer">{t(byCode ? 'noDecode' : 'noLookUp')}</p>;
  if (receiver !== null) return <HolderCard receiver={receiver} />;
  if (receiving.busy)
    return (
      <div className={styles.holder} aria-busy="true">
        <span className="sr-only" role="status">
          {t('lookingUp')}
        </span>
        <span />
        <Skeleton width="60%" />
        <Skeleton width="5rem" />
      </div>
    );
  if (judged.faults.receiver !== null) return null;
  if (refused !== null)
    return saidAtFields(refused, RECEIVER) ? null : <ErrorCard error={refused} onRetry={() => find()} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => find()}>{t(byCode ? 'readCode' : 'seeHolder')}</Button>
      {tried && <span className="text-xs text-danger-ink">{t('seeFirst')}</span>}
    </div>
  );
}
