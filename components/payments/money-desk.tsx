'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatBrl } from '#lib/money.ts';
import type { PaymentRules } from '#lib/payments/queries.ts';
import { CheckPanel } from './check/check-panel.tsx';
import type { RoomFacts } from './check/use-room.ts';
import { Outcome } from './outcome.tsx';
import styles from './payments.module.css';
import { Refused } from './refused.tsx';
import type { MoneyForm } from './use-money-form.ts';

/** What the desk reads of a withdrawal or transfer that is being written. */
export type Leaving = {
  judged: { cents: number | null };
  money: MoneyForm;
  draft: { previous: unknown; restore: () => void };
  room: RoomFacts;
  reviewing: boolean;
  rules: PaymentRules | undefined;
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
  /** Names of the form's fields: what stands at them is not said twice. */
  fields: readonly string[];
};

/** Money about to leave: its form, the last look beside it, and then what became of it. */
export function MoneyDesk({ page, leaving, sent, onSent, onOpen, form: written, receiver, fields }: Props) {
  const t = useTranslations(`payments.${page}`);
  const { judged, money, draft, reviewing } = leaving;
  const { form, again, problem } = money;
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
          draft.previous === null
            ? undefined
            : () => {
                draft.restore();
                onSent(null);
              }
        }
        onOpen={onOpen}
      />
    );
  const twin = problem?.code === 'conflict' ? problem.operationId : undefined;
  return (
    <div ref={desk} className={styles.half} data-new-payment>
      {written}
      <CheckPanel
        room={leaving.room}
        cents={judged.cents}
        reviewing={reviewing}
        receiver={receiver}
        form={form}
        ready={twin === undefined || again.despite === twin}
        refused={<Refused {...money} error={form.error} fields={fields} onRepeated={onSent} twins />}
        approvalAbove={leaving.rules?.approvalAbove ?? null}
        label={judged.cents === null ? t('ask') : t('askAmount', { amount: formatBrl(judged.cents) })}
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
