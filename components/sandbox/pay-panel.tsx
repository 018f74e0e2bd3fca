'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangeAnswer } from '#components/sandbox/panel-parts.tsx';
import { Button, ButtonGroup, IconButton, TextButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { type Locale, relativeAge } from '#lib/core/dates.ts';
import type { SimulatorCharge, SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { type AnyOutcome, OUTCOMES_OF } from '#lib/sandbox/rules.ts';

const FIRST_ROWS = 5;

export function PayPanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.pay');
  const [all, setAll] = useState(false);
  const pay = useSimulatorChange(account, 'POST /simulator/pay');
  const { pending } = state;
  const shown = all ? pending : pending.slice(0, FIRST_ROWS);
  const requested = pay.variables;
  const done =
    pay.isSuccess && requested?.outcome !== undefined
      ? t('done', {
          name: requested.clientReference ?? shortId(requested.transactionId ?? ''),
          outcome: t(`outcome.${requested.outcome}`),
        })
      : null;
  return (
    <Panel title={t('title')} action={<span className="cap">{t('count', { count: pending.length })}</span>}>
      {pending.length === 0 ? (
        <EmptyState title={t('none')}>{t(state.kind === 'card' ? 'noneWhyCard' : 'noneWhy')}</EmptyState>
      ) : (
        <ul aria-label={t('list')}>
          {shown.map((charge) => (
            <Charge
              key={charge.id}
              charge={charge}
              now={state.now}
              outcomes={OUTCOMES_OF[state.kind]}
              busy={pay.isPending}
              onPay={(outcome) => pay.mutate({ ...nameOf(charge).target, outcome })}
            />
          ))}
        </ul>
      )}
      {pending.length > shown.length && (
        <TextButton className="mt-1 text-xs" onClick={() => setAll(true)}>
          {t('more', { count: pending.length - shown.length })}
        </TextButton>
      )}
      <ChangeAnswer error={pay.error} done={done} />
      {pending.length > 0 && state.kind === 'pix' && <p className="mt-1.5 text-xs text-ink-3">{t('hint')}</p>}
    </Panel>
  );
}

/** Name and target of a charge: its client reference, or its id without one. */
function nameOf(charge: SimulatorCharge) {
  return charge.clientReference === null
    ? { name: shortId(charge.id), target: { transactionId: charge.id } }
    : { name: charge.clientReference, target: { clientReference: charge.clientReference } };
}

type ChargeProps = {
  charge: SimulatorCharge;
  now: string | null;
  busy: boolean;
  outcomes: readonly AnyOutcome[];
  onPay: (outcome: AnyOutcome) => void;
};

function Charge({ charge, now, busy, outcomes, onPay }: ChargeProps) {
  const t = useTranslations('sandbox.pay');
  const locale = useLocale() as Locale;
  const { name } = nameOf(charge);
  const when = charge.expiresAt !== null && now !== null ? relativeAge(locale, charge.expiresAt, now) : null;
  const others = outcomes.filter((outcome) => outcome !== 'paid');
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_max-content_max-content] items-center gap-x-3 border-line py-1 not-last:border-b max-wide:grid-cols-[minmax(0,1fr)_max-content] max-wide:gap-y-0.5">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
        <span className="mono flex-none" title={charge.id}>
          {name}
        </span>
        <span className="truncate text-xs text-ink-3">
          {[charge.virtualAccount, when !== null && t('expires', { when })].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Money cents={charge.amount} direction="still" />
      <ButtonGroup className="max-wide:col-start-2">
        <Button
          size="sm"
          aria-disabled={busy}
          aria-label={t('payOf', { name })}
          onClick={() => onPay('paid')}
        >
          {t('pay')}
        </Button>
        <Menu
          label={t('otherWay', { name })}
          align="end"
          trigger={<IconButton icon="down" variant="plain" label={t('otherWay', { name })} />}
          items={others.map((outcome) => ({
            kind: 'item',
            id: outcome,
            label: t(`outcome.${outcome}`),
            onSelect: () => onPay(outcome),
          }))}
        />
      </ButtonGroup>
    </li>
  );
}
