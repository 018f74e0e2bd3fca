'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type HeadroomFacts, HeadroomPart } from './headroom-part.tsx';
import { AfterPayment, ReviewStep } from './review-step.tsx';

type Props = {
  /** Id of the form; the sheet's submit button refers to it. */
  id: string;
  headroom: HeadroomFacts;
  /** Cents; null while the amount is not valid. */
  cents: number | null;
  /** True during the review, the last step before the request. */
  reviewing: boolean;
  /** The receiver as looked up; shown in the review. */
  receiver: ReactNode;
  form: Proof;
  /** The error, and how to continue. */
  refused: ReactNode;
  /** False while a required confirmation is missing. */
  ready?: boolean;
  onAsk: () => void;
};

/** Balance and limit; in the review also all facts and the password. */
export function CheckPanel(props: Props) {
  const { id, headroom, cents, reviewing, form, onAsk, ready = true } = props;
  const t = useTranslations('payments.check');
  return (
    <Panel
      title={t('title')}
      note={
        headroom.asOf !== null &&
        t.rich('asOf', { time: () => <Instant at={headroom.asOf} variant="time" /> })
      }
    >
      <form
        id={id}
        className="grid min-w-0 grid-cols-1 gap-3"
        aria-label={t('title')}
        onSubmit={(event) => {
          event.preventDefault();
          if (reviewing && ready) onAsk();
        }}
      >
        <HeadroomPart headroom={headroom} amount={cents ?? 0}>
          <AfterPayment headroom={headroom} amount={cents ?? 0} />
        </HeadroomPart>
        {reviewing && (
          <ReviewStep form={form} cents={cents} receiver={props.receiver}>
            {props.refused}
          </ReviewStep>
        )}
      </form>
    </Panel>
  );
}
