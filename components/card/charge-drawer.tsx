'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { PersonalFacts, useReveal } from '#components/app-shell/reveal.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { RecordBody } from '#components/list/record-body.tsx';
import { ReturnFundsDialog, ReturnFundsOutcome } from '#components/payments/return-funds-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId, shortId } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Facts, otherFacts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import { reversalForm } from '#lib/card/change-forms.ts';
import { type CardCharge, cardChargeOptions, revealedChargeOptions } from '#lib/card/queries.ts';
import { AUTHORIZED, hasOpenChargeback, mayReverse, reversibleCents } from '#lib/card/rules.ts';
import { CardStatus, cardAmountOf } from './card-status.tsx';
import {
  useCardChanged,
  useCardErrorLabels,
  useReasonLabels,
  useStaleCards,
  useStatusLabels,
} from './use-card-change.ts';

type Props = { id: string; onClose: () => void; onRecurrence: (id: string) => void };

/** One charge next to the list; refreshed while it waits. */
export function ChargeDrawer({ id, onClose, onRecurrence }: Props) {
  const t = useTranslations('card.detail');
  const account = useSession().account.slug;
  const statusLabel = useStatusLabels();
  const read = useQuery(cardChargeOptions(account, id));
  return (
    <Drawer
      label={t('label', { name: read.data?.charge.externalId ?? shortId(id) })}
      title={t('title')}
      onClose={onClose}
      focusOnOpen
      footer={read.data && <ReverseButton charge={read.data.charge} />}
    >
      <RecordBody
        read={read}
        loading={t('loading')}
        absent={
          <EmptyState
            title={t('notFound')}
            action={<Button onClick={() => onRecurrence(id)}>{t('asRecurrence')}</Button>}
          >
            {t('notFoundHint')}
          </EmptyState>
        }
      >
        {({ charge }) => (
          <>
            <section>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Money {...cardAmountOf(charge)} size="big" />
                <CardStatus charge={charge} badge />
              </div>
              {/* Announced by screen readers when the status changes. */}
              <p className="mt-2 text-xs text-ink-3" aria-live="polite">
                {statusLabel(charge)}
              </p>
              <Facts
                className="mt-2 border-t border-line pt-2"
                of={[
                  { label: t('id'), id: charge.id },
                  { label: t('order'), id: charge.externalId },
                ]}
              />
              <AuditLink of="card-charge" target={charge.id} />
            </section>
            <ChargeFacts charge={charge} onRecurrence={onRecurrence} />
            <ChargeCustomer charge={charge} />
            <ChargeMore charge={charge} />
          </>
        )}
      </RecordBody>
    </Drawer>
  );
}

/** The customer, masked. Revealed data is cleared when it leaves the screen; every reveal is audited. */
function ChargeCustomer({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.detail');
  const { reveal, clear } = useReveal(revealedChargeOptions(useSession().account.slug, charge.id));
  const { name, document, email, phone } = (clear?.charge ?? charge).customer;
  if ([name, document, email, phone].every((value) => value === null)) return null;
  return (
    <PersonalFacts
      title={t('customer')}
      reveal={reveal}
      of={[
        { label: t('name'), value: name },
        { label: t('document'), document },
        { label: t('email'), value: email },
        { label: t('phone'), value: phone },
      ]}
    />
  );
}

/** Payment, refund and recurrence. Values are the provider's; none is computed from another. */
function ChargeFacts({ charge, onRecurrence }: { charge: CardCharge } & Pick<Props, 'onRecurrence'>) {
  const t = useTranslations('card.detail');
  const reason = useReasonLabels()(charge);
  const { refundedAmount, installments, recurrenceId, recurrenceCycle, createdAt, updatedAt } = charge;
  const isRefunded = refundedAmount !== null && refundedAmount > 0;
  const answer = [charge.returnCode, charge.returnMessage].filter((text) => text !== null).join(' · ');
  return (
    <section>
      <h3>{t('payment')}</h3>
      <Facts
        of={[
          { label: t('reason'), value: reason },
          { label: t('return'), value: answer },
          { label: t('installments'), value: installments !== null && `${installments}×` },
          { label: t('reversed'), cents: isRefunded ? refundedAmount : null, direction: 'out' },
          { label: t('left'), value: isRefunded && <Money cents={reversibleCents(charge)} /> },
          { label: t('acquirer'), id: charge.acquirerTransactionId },
          { label: t('createdAt'), at: createdAt },
          { label: t('updatedAt'), at: updatedAt === createdAt ? null : updatedAt },
        ]}
      />
      {recurrenceId !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <span>
            {t('recurrence')} <CopyId value={recurrenceId} />
            {recurrenceCycle !== null &&
              ` · ${recurrenceCycle === 0 ? t('cycleFirst') : `${t('cycle')} ${recurrenceCycle}`}`}
          </span>
          <Button size="sm" onClick={() => onRecurrence(recurrenceId)}>
            {t('showRecurrence')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Chargebacks with all provider data, and every field that Guichê does not know. */
function ChargeMore({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.detail');
  const { chargebacks, other, postbackUrl } = charge;
  const filled = Object.entries(other).filter(([, value]) => value !== null && value !== '');
  const rest = otherFacts(Object.fromEntries(filled));
  return (
    <>
      {chargebacks.length > 0 && (
        <section>
          <h3>{t('chargebacks')}</h3>
          <ul className="grid gap-2">
            {chargebacks.map(({ status, other: more }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the provider names no id for certain.
              <li key={place} className="grid gap-1">
                <Status kind="dispute">{status ?? t('chargebackNone')}</Status>
                <Facts of={otherFacts(more)} />
              </li>
            ))}
          </ul>
          {hasOpenChargeback(charge) && <p className="mt-1 text-xs text-ink-3">{t('chargebackHint')}</p>}
        </section>
      )}
      {(rest.length > 0 || postbackUrl !== null) && (
        <section>
          <h3>{t('other')}</h3>
          <Facts of={[{ label: t('postbackUrl'), mono: postbackUrl }, ...rest]} />
        </section>
      )}
    </>
  );
}

/** "Reverse…" button; hidden if the operator may not refund or the charge cannot be reversed. */
function ReverseButton({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.reverse');
  const may = useCan('refund');
  const [open, setOpen] = useState(false);
  // An open dialog stays to show the result, even if nothing remains to reverse.
  if (!may || !(mayReverse(charge) || open)) return null;
  return (
    <>
      <Button icon="return" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      {open && <ReverseDialog id={charge.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReverseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('card.reverse');
  const account = useSession().account.slug;
  const read = useQuery({ ...cardChargeOptions(account, id), staleTime: 0 });
  const charge = read.isFetchedAfterMount ? read.data?.charge : undefined;
  const form = useOperationForm('POST /card/charges/{id}/reversals', reversalForm, {
    params: { id },
    facts: { left: charge === undefined ? null : reversibleCents(charge), whole: charge?.amount ?? null },
    errorText: useCardErrorLabels(),
    stale: useStaleCards(),
  });
  const changed = useCardChanged();
  const authorized = charge?.statusCode === AUTHORIZED;
  return (
    <ReturnFundsDialog
      namespace="card.reverse"
      name={shortId(read.data?.charge.externalId ?? id)}
      form={form}
      read={read}
      onClose={onClose}
      of={
        charge && {
          to: charge.customer.name,
          paid: <Money cents={charge.amount} />,
          refunded: charge.refundedAmount,
        }
      }
      {...(authorized ? { more: null } : {})}
      outcome={(operationId) => (
        <ReturnFundsOutcome namespace="card.reverse" operationId={operationId} onEnd={changed}>
          {({ amount }) => (
            <>
              <Callout tone="ok" role="status" title={t('confirmed')}>
                {t('confirmedDescription')}
              </Callout>
              <Facts of={[{ label: t('part'), cents: amount }]} />
            </>
          )}
        </ReturnFundsOutcome>
      )}
    >
      {charge && hasOpenChargeback(charge) && (
        <Callout tone="danger" title={t('chargeback')}>
          {t('chargebackDescription')}
        </Callout>
      )}
      {authorized && <Callout title={t('authorized')}>{t('authorizedDescription')}</Callout>}
    </ReturnFundsDialog>
  );
}
