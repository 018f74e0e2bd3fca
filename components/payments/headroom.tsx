'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { FIELD_RULE, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { openOperationsOptions } from '#lib/operations/queries.ts';
import { balanceQuery, profileQuery } from '#lib/overview/queries.ts';
import { withdrawHeadroom } from '#lib/overview/rules.ts';
import { type Headroom, headroomIn, headroomOf, MONEY_OUT_KINDS } from '#lib/payments/rules.ts';

/** `except`: id of the operation that requests this amount, left out of the open ones. */
type HeadroomOptions = { limited?: boolean; except?: string };

/** The current balance and daily limit, and the amounts of operations with an unknown outcome. Cents. */
export function useHeadroom(amount: number, { limited = true, except }: HeadroomOptions = {}) {
  const { account } = useSession();
  const has = (capability: string) => account.capabilities.includes(capability);
  const balance = useQuery({ ...balanceQuery(account.slug), enabled: has('balance') });
  const profile = useQuery({ ...profileQuery(account.slug), enabled: limited && has('profile') });
  const open = useQuery(openOperationsOptions(account.slug, MONEY_OUT_KINDS));
  const uncertain = (open.data?.items ?? []).filter(
    ({ id, amount: cents }) => cents !== null && id !== except,
  );
  const pending = uncertain.reduce((sum, one) => sum + (one.amount ?? 0), 0);
  // The profile may be cached by another page, so `limited` is checked again.
  const headroom = !limited || profile.data === undefined ? null : withdrawHeadroom(profile.data);
  const limit = headroom?.state === 'limited' ? headroom : null;
  const available = balance.data?.available ?? null;
  return {
    balance: headroomOf(available, 0, amount, pending) satisfies Headroom,
    limit: limit === null ? null : headroomOf(limit.limit, limit.used ?? 0, amount, pending),
    /** The provider reports no limit: it then refuses withdrawals (PZS206). */
    noLimit: headroom?.state === 'absent',
    uncertain: uncertain.length,
    pending,
    /** Transfers between accounts of the provider have no fee. */
    charged: limited,
    /** The balance is still being read, so it is not unavailable. */
    reading: has('balance') && balance.isPending,
    most: headroomIn([available, limit?.left ?? null]),
    asOf: balance.data?.asOf ?? null,
  };
}

type HeadroomFacts = ReturnType<typeof useHeadroom>;

const MARK = 'before:mr-1.5 before:inline-block before:size-[9px] before:rounded-[1px]';

/** Balance and limit with the parts for this payment (`amount`, cents) and for those of unknown outcome. */
export function HeadroomPart({ headroom, amount }: { headroom: HeadroomFacts; amount: number }) {
  const t = useTranslations('payments.headroom');
  const { balance, limit, uncertain, pending } = headroom;
  const afterAll = [
    balance.afterAll !== null && t('balanceAll', { amount: formatBrl(balance.afterAll) }),
    limit?.afterAll != null && t('limitAll', { amount: formatBrl(limit.afterAll) }),
  ]
    .filter(Boolean)
    .join(' · ');
  const after = (part: Headroom | null) =>
    part !== null &&
    part.after !== null && (
      <>
        {part.after < 0 && <span className="text-danger-ink">{t('notEnough')} </span>}
        <Money cents={part.after} />
      </>
    );
  return (
    <>
      <Bar name={t('balance')} headroom={balance} amount={amount} pending={pending}>
        {balance.total !== null && <b>{formatBrl(balance.total)}</b>}
        {balance.total === null && (headroom.reading ? <Skeleton width="6rem" /> : t('unknown'))}
      </Bar>
      {limit !== null && limit.total !== null && (
        <Bar name={t('limit')} headroom={limit} amount={amount} pending={pending}>
          {t('used', { used: formatBrl(limit.used) })}{' '}
          <b className="whitespace-nowrap">{formatBrl(limit.total)}</b>
        </Bar>
      )}
      {headroom.noLimit && <p className="text-xs text-warn-ink">{t('noLimit')}</p>}
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-[0.75rem] text-ink-3" aria-hidden="true">
        {limit !== null && <span className={`${MARK} before:bg-line-control`}>{t('gone')}</span>}
        <span
          className={`${MARK} before:border before:border-dashed before:border-accent before:bg-accent-soft`}
        >
          {t('this')}
        </span>
        {uncertain > 0 && (
          <span className={`${MARK} before:border before:border-dashed before:border-line-control`}>
            {t('uncertain', { count: uncertain, amount: formatBrl(pending) })}
          </span>
        )}
      </div>
      {amount > 0 && (
        <Facts
          variant="right"
          of={[
            { label: t('leaves'), cents: amount },
            { label: t('balanceAfter'), value: after(balance) },
            { label: t('limitAfter'), value: after(limit) },
            { label: t('ifAll', { count: uncertain }), value: uncertain > 0 && afterAll },
            {
              label: t('fee'),
              value: headroom.charged && <span className="text-ink-3">{t('feeReported')}</span>,
            },
          ]}
        />
      )}
    </>
  );
}

type BarProps = { name: string; headroom: Headroom; amount: number; pending: number; children: ReactNode };

function Bar({ name, headroom, amount, pending, children }: BarProps) {
  const t = useTranslations('payments.headroom');
  const format = useFormatter();
  const total = headroom.total ?? 0;
  const share = (cents: number) => (total <= 0 ? 0 : Math.min(1, Math.max(0, cents / total)));
  // A payment that does not fit fills only the rest of the bar.
  const gone = share(headroom.used);
  const mine = Math.min(share(amount), 1 - gone);
  const others = Math.min(share(pending), 1 - gone - mine);
  const percent = (part: number) => format.number(part, { style: 'percent', maximumFractionDigits: 1 });
  // Grey is used, tinted is this payment, dashed is uncertain.
  const parts = [
    { share: gone, className: 'bg-line-control' },
    { share: mine, className: 'border border-dashed border-accent bg-accent-soft' },
    { share: others, className: 'border border-dashed border-line-control bg-surface' },
  ];
  return (
    <div className={fieldVariants()}>
      <div className={fieldLabel()}>
        <span>{name}</span>
        <span className={FIELD_RULE}>{children}</span>
      </div>
      <div
        className="flex h-3.5 overflow-hidden rounded-1 bg-sunken inset-ring inset-ring-line-strong"
        role="img"
        aria-label={t('barDescription', {
          name,
          used: percent(gone),
          part: percent(share(amount)),
          uncertain: percent(share(pending)),
        })}
      >
        {parts.map(
          ({ share: part, className }) =>
            part > 0 && (
              <i
                key={className}
                className={`block flex-none forced-color-adjust-none ${className}`}
                style={{ width: `${part * 100}%` }}
              />
            ),
        )}
      </div>
    </div>
  );
}
