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

/** The state of a withdrawal or transfer being entered. */
export type Leaving = {
  /** Null while the amount is not valid. */
  cents: number | null;
  form: Proof &
    Change & {
      shownAtFields: boolean;
      submit: () => unknown;
      previous: unknown;
      restore: () => void;
    };
  headroom: HeadroomFacts;
  reviewing: boolean;
  back: () => void;
};

type Props = {
  page: 'withdrawals' | 'transfers';
  leaving: Leaving;
  /** Id of the last requested operation; null while the form is on screen. */
  sent: string | null;
  onSent: (operationId: string | null) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
  /** Renders the form with this id, which the sheet's submit button refers to. */
  form: (id: string) => ReactNode;
  receiver: ReactNode;
};

/** The sheet of an outgoing payment: the form, the review below it, then the outcome. */
export function PaymentSheet(props: Props) {
  const { page, leaving, sent, onSent, onOpen, onClose, form: renderForm, receiver } = props;
  const t = useTranslations(`payments.${page}`);
  const { cents, form, reviewing } = leaving;
  const { conflict, meant, previous, restore } = form;
  const formId = useId();
  const reviewId = useId();
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
            form={reviewId}
            proof={form}
            ready={ready}
            label={cents === null ? t('ask') : t('askAmount', { amount: formatBrl(cents) })}
            onBack={leaving.back}
          />
        ) : (
          <RequestFooter form={formId}>{t('check')}</RequestFooter>
        )
      }
    >
      <div ref={sheet} className="contents">
        {renderForm(formId)}
        <CheckPanel
          id={reviewId}
          headroom={leaving.headroom}
          cents={cents}
          reviewing={reviewing}
          receiver={receiver}
          form={form}
          ready={ready}
          refused={
            Boolean(form.error) && (
              <Refused change={form} shownAtFields={form.shownAtFields} onRepeated={onSent} duplicates />
            )
          }
          onAsk={() => void form.submit()}
        />
      </div>
    </RequestSheet>
  );
}

/** When the review is cancelled, the focus goes back to the button that opened it. */
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
