'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { RequestFooter, RequestSheet } from '#components/forms/ask-sheet.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { CheckPanel } from './check/check-panel.tsx';
import type { HeadroomFacts } from './check/headroom-part.tsx';
import { ReviewFooter } from './check/review-step.tsx';
import { Outcome } from './outcome.tsx';
import { type Change, Refused } from './refused.tsx';

/** State of the withdrawal or transfer being written, as the sheet reads it. */
export type Leaving = {
  /** Null while the amount cannot be read. */
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
  onClose: () => void;
  /** Draws the form under the id by which the sheet's button sends it. */
  form: (id: string) => ReactNode;
  receiver: ReactNode;
};

/** Money about to leave: its form, the last look below it, and then what became of it. */
export function PaymentSheet(props: Props) {
  const { page, leaving, sent, onSent, onOpen, onClose, form: written, receiver } = props;
  const t = useTranslations(`payments.${page}`);
  const { cents, form, reviewing } = leaving;
  const { conflict, meant, previous, restore } = form;
  const write = useId();
  const look = useId();
  const sheet = useFocusOnBack(reviewing);
  if (sent !== null)
    return (
      <RequestSheet title={t('resultTitle')} onClose={onClose}>
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
      </RequestSheet>
    );
  const ready = conflict === null || meant;
  return (
    <RequestSheet
      title={t('newTitle')}
      onClose={onClose}
      footer={
        reviewing ? (
          <ReviewFooter
            form={look}
            proof={form}
            ready={ready}
            label={cents === null ? t('ask') : t('askAmount', { amount: formatBrl(cents) })}
            onBack={leaving.back}
          />
        ) : (
          <RequestFooter form={write}>{t('check')}</RequestFooter>
        )
      }
    >
      <div ref={sheet} className="contents">
        {written(write)}
        <CheckPanel
          id={look}
          room={leaving.room}
          cents={cents}
          reviewing={reviewing}
          receiver={receiver}
          form={form}
          ready={ready}
          refused={
            Boolean(form.error) && (
              <Refused change={form} saidAtFields={form.saidAtFields} onRepeated={onSent} duplicates />
            )
          }
          onAsk={() => void form.submit()}
        />
      </div>
    </RequestSheet>
  );
}

/** The last look ends without anything asked: the focus goes to the button that opened it, not to the page's top. */
function useFocusOnBack(reviewing: boolean) {
  const sheet = useRef<HTMLDivElement>(null);
  const was = useRef(reviewing);
  useEffect(() => {
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body || focused.tagName === 'ASIDE';
    if (was.current && !reviewing && lost)
      sheet.current?.closest('aside')?.querySelector<HTMLElement>('footer [type=submit]')?.focus();
    was.current = reviewing;
  }, [reviewing]);
  return sheet;
}
