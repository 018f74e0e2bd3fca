'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type HeadroomFacts, HeadroomPart } from './headroom-part.tsx';
import { AfterPayment, ReviewStep } from './review-step.tsx';

type Props = {
  /** Of the form that the sheet's button sends. */
  id: string;
  room: HeadroomFacts;
  /** Cents; null while it cannot be read. */
  cents: number | null;
  /** Everything is written and this is the last look before it is asked. */
  reviewing: boolean;
  /** To whom, as it was looked up; shown in the last look. */
  receiver: ReactNode;
  form: Proof;
  /** Why it was refused, and the way on. */
  refused: ReactNode;
  /** False while a confirmation that was asked for is missing. */
  ready?: boolean;
  onAsk: () => void;
};

/** Balance, limit and, in the last look, everything once more with the password. */
export function CheckPanel(props: Props) {
  const { id, room, cents, reviewing, form, onAsk, ready = true } = props;
  const t = useTranslations('payments.check');
  return (
    <Panel
      title={t('title')}
      note={room.asOf !== null && t.rich('asOf', { time: () => <Instant at={room.asOf} variant="time" /> })}
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
        <HeadroomPart room={room} amount={cents ?? 0}>
          <AfterPayment room={room} amount={cents ?? 0} />
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
