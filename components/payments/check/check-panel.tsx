'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useSecondPerson } from '#components/operations/second-person.tsx';
import { ProofField } from '#components/shell/proof-field.tsx';
import type { Proof } from '#components/shell/use-proven.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import styles from '../payments.module.css';
import { HeadroomPart } from './headroom-part.tsx';
import type { HeadroomFacts } from './use-headroom.ts';

type Props = {
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
  /** "Ask for the withdrawal of R$ …" */
  label: string;
  onBack: () => void;
  onAsk: () => void;
};

/** Balance, limit and, at the end, everything once more with the password: the only place from which money leaves. */
export function CheckPanel(props: Props) {
  const { room, cents, reviewing, form, label, onBack, onAsk, ready = true } = props;
  const t = useTranslations('payments.check');
  const id = useId();
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A due password takes the focus by itself.
    if (reviewing && !head.current?.querySelector('[type=password]')) head.current?.focus();
  }, [reviewing]);
  return (
    <Panel
      title={t('title')}
      note={room.asOf !== null && t.rich('asOf', { time: () => <Instant at={room.asOf} variant="time" /> })}
      footer={
        reviewing && (
          <div className={styles.foot}>
            <span>{t('note')}</span>
            <Button onClick={onBack}>{t('back')}</Button>
            <Button
              type="submit"
              form={id}
              variant="main"
              aria-busy={form.busy || undefined}
              aria-disabled={form.busy || form.left > 0 || !ready || undefined}
            >
              {label}
            </Button>
          </div>
        )
      }
    >
      <form
        id={id}
        className="form"
        aria-label={t('title')}
        onSubmit={(event) => {
          event.preventDefault();
          if (reviewing && ready) onAsk();
        }}
      >
        <HeadroomPart room={room} amount={cents ?? 0} />
        {reviewing && (
          <div ref={head} tabIndex={-1} className="form outline-none">
            {props.receiver}
            <Steps form={form} cents={cents} />
            {props.refused}
          </div>
        )}
        {!reviewing && <Callout variant="thin">{t('fillFirst')}</Callout>}
      </form>
    </Panel>
  );
}

/** Steps after the button, shown before it is pressed: you, the second person, then the service, once. */
function Steps({ form, cents }: { form: Proof; cents: number | null }) {
  const t = useTranslations('payments.check');
  const another = useTranslations('operations.approval.needs');
  const { words, who, unread } = useSecondPerson(cents);
  const approval = words !== null || unread !== null;
  return (
    <ol className={`steps-down ${styles.steps}`} aria-label={t('steps')}>
      <li aria-current="step">
        <span>1</span>
        <div>
          <h3>{t('you')}</h3>
          {form.due ? <ProofField form={form} quiet /> : <p className="text-xs text-ink-3">{t('proved')}</p>}
        </div>
      </li>
      {approval && (
        <li>
          <span>2</span>
          <div>
            <h3 className="font-normal">{another(words === null ? 'unread' : 'title')}</h3>
            {unread && <ErrorCard {...unread} />}
            <p className={`text-xs ${who?.nobody ? 'text-danger-ink' : 'text-ink-3'}`}>
              {who?.words ?? words}
            </p>
          </div>
        </li>
      )}
      <li>
        <span>{approval ? 3 : 2}</span>
        <div>
          <h3 className="font-normal">{t('once')}</h3>
          <p className="text-xs text-ink-3">{t('onceWords')}</p>
        </div>
      </li>
    </ol>
  );
}
