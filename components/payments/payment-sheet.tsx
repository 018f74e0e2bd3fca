'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ProofField } from '#components/app-shell/proof-field.tsx';
import type { Proof } from '#components/app-shell/step-up-context.ts';
import { AmountField, typed } from '#components/forms/operation-fields.tsx';
import { RequestFooter, RequestForm, RequestSheet } from '#components/forms/request-sheet.tsx';
import type { SheetRoute } from '#components/list/use-drawer-route.ts';
import { useSecondPerson } from '#components/operations/approval.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { stepLine, stepMark } from '#components/ui/steps.tsx';
import { type AmountBounds, formatBrl } from '#lib/core/money.ts';
import { RequestMore } from './fields/optional-fields.tsx';
import { HeadroomPart } from './headroom.tsx';
import { Outcome } from './outcome.tsx';
import { type Change, Refused } from './refused.tsx';
import type { Outgoing } from './withdrawals/receiver.tsx';

type Field = { value: string; onChange: (next: string) => void; error: string | null };
type Props = {
  page: 'withdrawals' | 'transfers';
  payment: Outgoing & {
    form: Proof & Change & { shownAtFields: boolean; previous: unknown; restore: () => void };
    at: Parameters<typeof RequestMore>[0]['at'] & ((name: 'amount') => Field);
    /** A code fixes the amount. */
    fixed: boolean;
  };
  route: SheetRoute;
  /** The receiver as looked up; shown in the review. */
  receiver: ReactNode;
  bounds: AmountBounds;
  /** The most that can be paid, as text. */
  upTo: ReactNode;
  /** The code that has the amount is being read, so no amount is missing yet. */
  readsAmount?: boolean;
  /** Whether the account's provider has free data of a payment. */
  metadata: boolean;
  /** The fields of the receiver. All fields are disabled during the review. */
  children: ReactNode;
};

/** The sheet of an outgoing payment: the form, balance and limit with the review below it, then the outcome. */
export function PaymentSheet(props: Props) {
  const { page, payment, route, receiver, metadata, children } = props;
  const t = useTranslations(`payments.${page}`);
  const tc = useTranslations('payments.check');
  const { cents, form, headroom, reviewing } = payment;
  const { requested: sent, setRequested: setSent } = route;
  const formId = useId();
  const reviewId = useId();
  const sheet = useFocusOnBack(reviewing);
  if (sent !== null)
    return (
      <RequestSheet title={t('resultTitle')} onClose={route.close}>
        <Outcome
          key={sent}
          operationId={sent}
          page={page}
          title={t('resultTitle')}
          newLabel={t('another')}
          onRepeated={setSent}
          onNew={() => setSent(null)}
          onRestore={
            form.previous === null
              ? undefined
              : () => {
                  form.restore();
                  setSent(null);
                }
          }
          onOpen={route.show}
        />
      </RequestSheet>
    );
  const ready = form.conflict === null || form.meant;
  // The only button that sends money; it is shown only in the review.
  const review = (
    <>
      <span className="flex-1 text-ink-3 text-xs">{tc('note')}</span>
      <Button onClick={payment.back}>{tc('back')}</Button>
      <Button
        type="submit"
        form={reviewId}
        variant="main"
        aria-busy={form.busy || undefined}
        aria-disabled={form.busy || form.left > 0 || !ready || undefined}
      >
        {cents === null ? t('request') : t('requestAmount', { amount: formatBrl(cents) })}
      </Button>
    </>
  );
  return (
    <RequestSheet
      title={t('newTitle')}
      onClose={route.close}
      footer={reviewing ? review : <RequestFooter form={formId}>{t('check')}</RequestFooter>}
    >
      <div ref={sheet} className="contents">
        <RequestForm
          id={formId}
          title={t('newTitle')}
          blocked={page}
          still={reviewing}
          onSubmit={payment.review}
        >
          {children}
          <OutgoingAmount {...props} />
          <RequestMore at={payment.at} metadata={metadata} />
        </RequestForm>
        <Panel
          title={tc('title')}
          note={
            headroom.asOf !== null &&
            tc.rich('asOf', { time: () => <Instant at={headroom.asOf} variant="time" /> })
          }
        >
          <form
            id={reviewId}
            className="grid min-w-0 grid-cols-1 gap-3"
            aria-label={tc('title')}
            onSubmit={(event) => {
              event.preventDefault();
              if (reviewing && ready) void payment.submit();
            }}
          >
            <HeadroomPart headroom={headroom} amount={cents ?? 0} />
            {reviewing && (
              <ReviewStep>
                {receiver}
                <Steps form={form} cents={cents} />
                {Boolean(form.error) && (
                  <Refused change={form} shownAtFields={form.shownAtFields} onRepeated={setSent} duplicates />
                )}
              </ReviewStep>
            )}
          </form>
        </Panel>
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

/** The review takes the focus when it appears; a required password field focuses itself. */
function ReviewStep({ children }: { children: ReactNode }) {
  const t = useTranslations('payments.check');
  const review = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!review.current?.querySelector('[type=password]')) review.current?.focus();
  }, []);
  return (
    <section
      ref={review}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the sheet only if something in it has the focus
      tabIndex={0}
      aria-label={t('label')}
      className="grid min-w-0 grid-cols-1 gap-3 border-0 outline-none"
    >
      {children}
    </section>
  );
}

/** The steps that follow the button: the operator, the second person, then the provider, once. */
function Steps({ form, cents }: { form: Proof; cents: number | null }) {
  const t = useTranslations('payments.check');
  const needs = useTranslations('operations.approval.needs');
  const { text, nobody, who, unread } = useSecondPerson(cents);
  const steps = [
    {
      title: t('you'),
      content: form.due ? (
        <ProofField form={form} quiet />
      ) : (
        <p className="text-xs text-ink-3">{t('proved')}</p>
      ),
    },
    { title: t('once'), content: <p className="text-xs text-ink-3">{t('onceDescription')}</p> },
  ];
  if (text !== null || unread !== null)
    steps.splice(1, 0, {
      title: needs(text === null ? 'unread' : 'title'),
      content: (
        <>
          {unread && <ErrorCard {...unread} />}
          <p className={`text-xs ${nobody ? 'text-danger-ink' : 'text-ink-3'}`}>{who ?? text}</p>
        </>
      ),
    });
  return (
    <ol
      className="[--step:var(--surface)] [&>li:last-child]:pb-0 [&>li>div]:grid [&>li>div]:gap-1.5 [&>li>div]:pt-0.5"
      aria-label={t('steps')}
    >
      {steps.map(({ title, content }, index) => (
        <li key={title} className={stepLine} aria-current={index === 0 ? 'step' : undefined}>
          <span className={stepMark}>{index + 1}</span>
          <div>
            <h3 className={index === 0 ? undefined : 'font-normal'}>{title}</h3>
            {content}
          </div>
        </li>
      ))}
    </ol>
  );
}

/**
 * The amount of an outgoing payment. The hint warns while typing when it exceeds balance or limit, so that the
 * provider need not refuse it; otherwise it is the rule on the second person.
 */
function OutgoingAmount({ page, payment, bounds, upTo, readsAmount = false }: Props) {
  const t = useTranslations(`payments.${page}`);
  const overMost = useTranslations('payments.fields');
  const { cents, fixed, headroom } = payment;
  const { most } = headroom;
  const { value, onChange, error } = payment.at('amount');
  const second = useSecondPerson(cents);
  return (
    <AmountField
      value={fixed && cents !== null ? typed(cents) : value}
      onChange={onChange}
      error={readsAmount ? null : error}
      bounds={bounds}
      disabled={fixed}
      rule={fixed ? t('fixedByCode') : upTo}
      most={fixed ? null : most}
      hint={
        cents === null || most === null || cents <= most ? (
          second.hint
        ) : (
          <>
            <Icon name="triangle" tone="warn" />
            <span className="text-warn-ink">{overMost('overMost', { amount: formatBrl(most) })}</span>
          </>
        )
      }
    />
  );
}
