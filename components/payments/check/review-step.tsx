'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { ProofField } from '#components/app-shell/proof-field.tsx';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { useApproverLabels, useSecondPerson } from '#components/operations/second-person.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { stepLine, stepMark } from '#components/ui/steps.tsx';
import { formatBrl } from '#lib/core/money.ts';
import type { Receiver } from '#lib/payments/withdrawal-form.ts';
import type { HeadroomFacts } from './headroom-part.tsx';

/** The receiver in the review: name, document, institution, key. */
export function ReceiverFacts({ receiver, sentTo }: { receiver: Receiver | null; sentTo: string }) {
  const t = useTranslations('payments.holder');
  const holder = receiver?.holder?.holder ?? receiver?.code?.holder ?? undefined;
  const code = receiver?.code?.code;
  const name = holder?.name ?? code?.name ?? t('noName');
  return (
    <Facts
      of={[
        { label: t('to'), value: <b>{name}</b> },
        { label: t('document'), document: holder?.document ?? code?.document },
        { label: t('institution'), value: holder?.institutionName ?? holder?.institutionIspb },
        { label: t(receiver?.code ? 'code' : 'key'), mono: sentTo },
      ]}
    />
  );
}

type ReviewStepProps = {
  form: Proof;
  /** Cents; null while the amount is not valid. */
  cents: number | null;
  receiver: ReactNode;
  /** The error, and how to continue. */
  children: ReactNode;
};

/** The review: receiver, next steps and password. It takes the focus when it appears. */
export function ReviewStep({ form, cents, receiver, children }: ReviewStepProps) {
  const t = useTranslations('payments.check');
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    // A required password field focuses itself.
    if (!head.current?.querySelector('[type=password]')) head.current?.focus();
  }, []);
  return (
    <section
      ref={head}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the sheet only if something in it has the focus
      tabIndex={0}
      aria-label={t('look')}
      className="grid min-w-0 grid-cols-1 gap-3 border-0 outline-none"
    >
      {receiver}
      <Steps form={form} cents={cents} />
      {children}
    </section>
  );
}

type FootProps = {
  /** Id of the form that the button submits. */
  form: string;
  proof: Proof;
  ready: boolean;
  /** "Ask for the withdrawal of R$ …" */
  label: string;
  onBack: () => void;
};

/** The only button that sends money; it is shown only in the review. */
export function ReviewFooter({ form, proof, ready, label, onBack }: FootProps) {
  const t = useTranslations('payments.check');
  return (
    <>
      <span className="flex-1 text-ink-3 text-xs">{t('note')}</span>
      <Button onClick={onBack}>{t('back')}</Button>
      <Button
        type="submit"
        form={form}
        variant="main"
        aria-busy={proof.busy || undefined}
        aria-disabled={proof.busy || proof.left > 0 || !ready || undefined}
      >
        {label}
      </Button>
    </>
  );
}

/** The steps that follow the button: the operator, the second person, then the provider, once. */
function Steps({ form, cents }: { form: Proof; cents: number | null }) {
  const t = useTranslations('payments.check');
  const another = useTranslations('operations.approval.needs');
  const { words, approvers, unread } = useSecondPerson(cents);
  const who = useApproverLabels()(approvers);
  const approval = words !== null || unread !== null;
  return (
    <ol
      className="[--step:var(--surface)] [&>li:last-child]:pb-0 [&>li>div]:grid [&>li>div]:gap-1.5 [&>li>div]:pt-0.5"
      aria-label={t('steps')}
    >
      <li className={stepLine} aria-current="step">
        <span className={stepMark}>1</span>
        <div>
          <h3>{t('you')}</h3>
          {form.due ? <ProofField form={form} quiet /> : <p className="text-xs text-ink-3">{t('proved')}</p>}
        </div>
      </li>
      {approval && (
        <li className={stepLine}>
          <span className={stepMark}>2</span>
          <div>
            <h3 className="font-normal">{another(words === null ? 'unread' : 'title')}</h3>
            {unread && <ErrorCard {...unread} />}
            <p className={`text-xs ${who?.nobody ? 'text-danger-ink' : 'text-ink-3'}`}>
              {who?.words ?? words}
            </p>
          </div>
        </li>
      )}
      <li className={stepLine}>
        <span className={stepMark}>{approval ? 3 : 2}</span>
        <div>
          <h3 className="font-normal">{t('once')}</h3>
          <p className="text-xs text-ink-3">{t('onceWords')}</p>
        </div>
      </li>
    </ol>
  );
}

/** Balance and limit after `amount` (cents) was paid, and after all payments with an unknown outcome too. */
export function AfterPayment({ headroom, amount }: { headroom: HeadroomFacts; amount: number }) {
  const t = useTranslations('payments.room');
  const { balance, limit, uncertain } = headroom;
  const afterAll = [
    balance.afterAll !== null && t('balanceAll', { amount: formatBrl(balance.afterAll) }),
    limit?.afterAll != null && t('limitAll', { amount: formatBrl(limit.afterAll) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Facts
      look="right"
      of={[
        { label: t('leaves'), cents: amount },
        { label: t('balanceAfter'), value: balance.after !== null && <After cents={balance.after} /> },
        {
          label: t('limitAfter'),
          value: limit !== null && limit.after !== null && <After cents={limit.after} />,
        },
        { label: t('ifAll', { count: uncertain }), value: uncertain > 0 && afterAll },
        { label: t('fee'), value: headroom.charged && <span className="text-ink-3">{t('feeTold')}</span> },
      ]}
    />
  );
}

function After({ cents }: { cents: number }) {
  const t = useTranslations('payments.room');
  return (
    <>
      {cents < 0 && <span className="text-danger-ink">{t('notEnough')} </span>}
      <Money cents={cents} />
    </>
  );
}
