'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { formatBrl } from '#lib/money.ts';
import { CheckPanel } from './check/check-panel.tsx';
import type { HeadroomFacts } from './check/use-headroom.ts';
import { Outcome } from './outcome.tsx';
import { type Change, Refused } from './refused.tsx';

/** State of the withdrawal or transfer being written, as the desk reads it. */
export type Leaving = {
  cents: number | null;
  form: Proof &
    Change & {
      saidAtFields: boolean;
      submit: () => unknown;
      previous: unknown;
      restore: () => void;
    };
  room: HeadroomFacts;
  reviewing: boolean;
  back: () => void;
};

type Props = {
  page: 'withdrawals' | 'transfers';
  leaving: Leaving;
  /** Id of the operation that was asked last; null while the form is on screen. */
  sent: string | null;
  onSent: (operationId: string | null) => void;
  onOpen: (id: string) => void;
  form: ReactNode;
  receiver: ReactNode;
};

/** Money about to leave: its form, the last look beside it, and then what became of it. */
export function PaymentWorkspace({ page, leaving, sent, onSent, onOpen, form: written, receiver }: Props) {
  const t = useTranslations(`payments.${page}`);
  const { cents, form, reviewing } = leaving;
  const { conflict, meant, previous, restore } = form;
  const desk = useFocusOnBack(reviewing);
  if (sent !== null)
    return (
      <Outcome
        key={sent}
        operationId={sent}
        page={page}
        title={t('resultTitle')}
        newLabel={t('another')}
        onRepeated={onSent}
        onNew={() => onSent(null)}
        onRestore={
          previous === null
            ? undefined
            : () => {
                restore();
                onSent(null);
              }
        }
        onOpen={onOpen}
      />
    );
  return (
    <div
      ref={desk}
      className="grid grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] items-start gap-4 max-drawer:grid-cols-[minmax(0,1fr)]"
      data-new-payment
    >
      {written}
      <CheckPanel
        room={leaving.room}
        cents={cents}
        reviewing={reviewing}
        receiver={receiver}
        form={form}
        ready={conflict === null || meant}
        refused={
          Boolean(form.error) && (
            <Refused change={form} saidAtFields={form.saidAtFields} onRepeated={onSent} duplicates />
          )
        }
        label={cents === null ? t('ask') : t('askAmount', { amount: formatBrl(cents) })}
        onBack={leaving.back}
        onAsk={() => void form.submit()}
      />
    </div>
  );
}

/** The last look ends without anything asked: the focus goes to the button that opened it, not to the page's top. */
function useFocusOnBack(reviewing: boolean) {
  const desk = useRef<HTMLDivElement>(null);
  const was = useRef(reviewing);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (was.current && !reviewing && lost) desk.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    was.current = reviewing;
  }, [reviewing]);
  return desk;
}
