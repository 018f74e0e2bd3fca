'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { balanceQuery } from '#lib/overview/queries.ts';
import { type BalancePart, balanceParts } from '#lib/overview/rules.ts';
import type { Balance } from '#lib/providers/records.ts';

const GROUNDS = ['bg-accent', 'bg-warn-line', 'bg-idle-line', 'bg-flow-line', 'bg-line-control'];
const groundOf = (index: number) => GROUNDS[Math.min(index, GROUNDS.length - 1)] ?? '';

export function BalancePanel({ account, className }: { account: string; className: string }) {
  const t = useTranslations('overview.balance');
  const locale = useLocale() as Locale;
  const { capabilities } = useSession().account;
  const query = useQuery(balanceQuery(account));
  const note = query.data && t('asOf', { time: formatInstant(locale, query.data.asOf, 'time') });
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      note={note}
      action={
        capabilities.includes('statement') && <Link href={`/${account}/statement`}>{t('statement')}</Link>
      }
      className={className}
      skeleton={<Waiting />}
    >
      {(balance) => <BalanceBody balance={balance} />}
    </QueryPanel>
  );
}

function BalanceBody({ balance }: { balance: Balance }) {
  const t = useTranslations('overview.balance');
  const parts = balanceParts(balance);
  return (
    <>
      <span className="cap">{t('available')}</span>
      <div className="text-2xl">
        {balance.available === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Money cents={balance.available} size="hero" />
        )}
      </div>
      {balance.available === null && <p className="text-xs text-ink-3">{t('none')}</p>}
      {parts.length > 0 && <Bar parts={parts} />}
      <ul className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-ink-3">
        {parts.map((part, index) =>
          part.kind === 'available' ? null : (
            <li key={part.kind}>
              <span className={`mr-1.5 inline-block size-2 ${groundOf(index)}`} aria-hidden="true" />
              <PartName kind={part.kind} /> <Money cents={part.amount} />
            </li>
          ),
        )}
        {balance.total !== null && (
          <li>
            {t('total')} <Money cents={balance.total} />
          </li>
        )}
      </ul>
    </>
  );
}

/** A part with an unknown name is shown under the provider's own name. */
function PartName({ kind }: { kind: string }) {
  const t = useTranslations('overview.balance');
  return t.has(kind) ? t(kind) : kind;
}

function Bar({ parts }: { parts: readonly BalancePart[] }) {
  const t = useTranslations('overview.balance');
  const format = useFormatter();
  const share = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 });
  const nameOf = (kind: string) => (t.has(kind) ? t(kind) : kind);
  const words = parts.map((part) => t('part', { name: nameOf(part.kind), share: share(part.share) }));
  return (
    <div
      className="mt-2.5 mb-2 flex h-3 gap-px overflow-hidden rounded-1 bg-sunken forced-colors:border"
      role="img"
      aria-label={`${t('parts')}. ${words.join(', ')}`}
    >
      {parts.map((part, index) => (
        <i
          key={part.kind}
          className={`block forced-color-adjust-none ${groundOf(index)}`}
          style={{ width: `${part.share * 100}%` }}
        />
      ))}
    </div>
  );
}

function Waiting() {
  const t = useTranslations('overview.balance');
  return (
    <>
      <span className="cap">{t('available')}</span>
      <div className="text-2xl">
        <Skeleton width="14rem" />
      </div>
      <div className="mt-2.5 mb-2 h-3 rounded-1 bg-sunken" />
      <div className="text-xs">
        <Skeleton width="10rem" />
      </div>
    </>
  );
}
