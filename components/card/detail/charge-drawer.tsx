'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { PersonalFacts, useReveal } from '#components/app-shell/reveal.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { otherFacts } from '#components/ui/provider-answer.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { type CardCharge, cardChargeOptions, revealedChargeOptions } from '#lib/card/queries.ts';
import { hasOpenChargeback, mayReverse, PAID, reversibleCents } from '#lib/card/rules.ts';
import { CardStatus } from '../card-status.tsx';
import { ReverseDialog } from '../reversal/reverse-dialog.tsx';
import { useReasonLabels } from '../use-reason-labels.ts';

type Props = { id: string; onClose: () => void; onRecurrence: (id: string) => void };

/** One charge next to the list; refreshed while it waits. */
export function ChargeDrawer({ id, onClose, onRecurrence }: Props) {
  const t = useTranslations('card.detail');
  const account = useSession().account.slug;
  const read = useQuery(cardChargeOptions(account, id));
  const charge = read.data?.charge;
  return (
    <Drawer
      label={t('label', { name: charge?.externalId ?? shortId(id) })}
      title={t('title')}
      onClose={onClose}
      focusOnOpen
      footer={charge && <ReverseButton charge={charge} />}
    >
      <RecordBody
        read={read}
        loading={t('loading')}
        absent={<NoCharge onRecurrence={() => onRecurrence(id)} />}
      >
        {({ charge }) => (
          <>
            <Head charge={charge} />
            <ChargeFacts charge={charge} onRecurrence={onRecurrence} />
            <ChargeCustomer charge={charge} />
            <ChargeMore charge={charge} />
          </>
        )}
      </RecordBody>
    </Drawer>
  );
}

function NoCharge({ onRecurrence }: { onRecurrence: () => void }) {
  const t = useTranslations('card.detail');
  return (
    <EmptyState title={t('notFound')} action={<Button onClick={onRecurrence}>{t('asRecurrence')}</Button>}>
      {t('notFoundHint')}
    </EmptyState>
  );
}

function Head({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card');
  const { id, externalId, amount, statusCode } = charge;
  const key = `statusWords.${statusCode}`;
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Money cents={amount} direction={statusCode === PAID ? 'in' : 'still'} size="big" />
        <CardStatus charge={charge} badge />
      </div>
      {/* Announced by screen readers when the status changes. */}
      <p className="mt-2 text-xs text-ink-3" aria-live="polite">
        {t.has(key) ? t(key as 'statusWords.2') : t('statusWords.other')}
      </p>
      <Facts
        className="mt-2 border-t border-line pt-2"
        of={[
          { label: t('detail.id'), id },
          { label: t('detail.order'), id: externalId },
        ]}
      />
      <AuditLink of="card-charge" target={id} />
    </section>
  );
}

/**
 * The charged customer, masked. Revealed data is cleared when it leaves the screen; every reveal is audited.
 */
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

type ChargeFactsProps = { charge: CardCharge; onRecurrence: (id: string) => void };

/** Payment, refund and recurrence. Values are the provider's; none is computed from another. */
function ChargeFacts({ charge, onRecurrence }: ChargeFactsProps) {
  const t = useTranslations('card.detail');
  const reason = useReasonLabels()(charge);
  const { refundedAmount, returnCode, returnMessage, installments, recurrenceId, createdAt, updatedAt } =
    charge;
  const back = refundedAmount !== null && refundedAmount > 0;
  const told = [returnCode, returnMessage].filter((text) => text !== null).join(' · ');
  return (
    <section>
      <h3>{t('payment')}</h3>
      <Facts
        of={[
          { label: t('reason'), value: reason },
          { label: t('return'), value: told },
          { label: t('installments'), value: installments !== null && `${installments}×` },
          { label: t('reversed'), cents: back ? refundedAmount : null, direction: 'out' },
          { label: t('left'), value: back && <Money cents={reversibleCents(charge)} /> },
          { label: t('acquirer'), id: charge.acquirerTransactionId },
          { label: t('createdAt'), at: createdAt },
          { label: t('updatedAt'), at: updatedAt === createdAt ? null : updatedAt },
        ]}
      />
      {recurrenceId !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <span>
            {t('recurrence')} <CopyId value={recurrenceId} />
            {charge.recurrenceCycle !== null &&
              ` · ${charge.recurrenceCycle === 0 ? t('cycleFirst') : `${t('cycle')} ${charge.recurrenceCycle}`}`}
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
  const told = Object.entries(other).filter(([, value]) => value !== null && value !== '');
  const rest = otherFacts(Object.fromEntries(told));
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
  const [asking, setAsking] = useState(false);
  // An open dialog stays to show the result, even if nothing remains to reverse.
  if (!may || !(mayReverse(charge) || asking)) return null;
  return (
    <>
      <Button icon="return" onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {asking && <ReverseDialog id={charge.id} onClose={() => setAsking(false)} />}
    </>
  );
}
