'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { ClosingLine } from '#components/overview/closing-line.tsx';
import { QueryPanel, useShare } from '#components/overview/query-panel.tsx';
import { Meter } from '#components/ui/meter.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { balanceQuery, profileQuery } from '#lib/overview/queries.ts';
import { balanceParts, renewsAtMidnight, withdrawHeadroom } from '#lib/overview/rules.ts';
import type { Balance, Profile } from '#lib/providers/records.ts';

type Props = { account: string; className: string };

const COLORS = ['bg-accent', 'bg-warn-line', 'bg-idle-line', 'bg-flow-line', 'bg-line-control'];
const colorOf = (index: number) => COLORS[Math.min(index, COLORS.length - 1)] ?? '';

export function BalancePanel({ account, className }: Props) {
  const t = useTranslations('overview.balance');
  const locale = useLocale() as Locale;
  const statement = useSession().account.capabilities.includes('statement');
  const closes = useCan('export') && statement;
  const query = useQuery(balanceQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      note={query.data && t('asOf', { time: formatInstant(locale, query.data.asOf, 'time') })}
      action={statement && <Link href={`/${account}/statement`}>{t('statement')}</Link>}
      footer={closes && <ClosingLine account={account} />}
      className={className}
      skeleton={
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
      }
    >
      {(balance) => <Parts balance={balance} />}
    </QueryPanel>
  );
}

function Parts({ balance }: { balance: Balance }) {
  const t = useTranslations('overview.balance');
  const share = useShare();
  const { available, total } = balance;
  const parts = balanceParts(balance);
  // A part with an unknown name is shown under the provider's own name.
  const nameOf = (kind: string) => (t.has(kind) ? t(kind) : kind);
  const shares = parts.map((part) => t('part', { name: nameOf(part.kind), share: share(part.share) }));
  return (
    <>
      <span className="cap">{t('available')}</span>
      <div className="text-2xl">
        <Money cents={available} size="hero" />
      </div>
      {available === null && <p className="text-xs text-ink-3">{t('none')}</p>}
      {parts.length > 0 && (
        <div
          className="mt-2.5 mb-2 flex h-3 gap-px overflow-hidden rounded-1 bg-sunken forced-colors:border"
          role="img"
          aria-label={`${t('parts')}. ${shares.join(', ')}`}
        >
          {parts.map((part, index) => (
            <i
              key={part.kind}
              className={`block forced-color-adjust-none ${colorOf(index)}`}
              style={{ width: `${part.share * 100}%` }}
            />
          ))}
        </div>
      )}
      <ul className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-ink-3">
        {parts.map(
          ({ kind, amount }, index) =>
            kind !== 'available' && (
              <li key={kind}>
                <span className={`mr-1.5 inline-block size-2 ${colorOf(index)}`} aria-hidden="true" />
                {nameOf(kind)} <Money cents={amount} />
              </li>
            ),
        )}
        {total !== null && (
          <li>
            {t('total')} <Money cents={total} />
          </li>
        )}
      </ul>
    </>
  );
}

export function LimitPanel({ account, className }: Props) {
  const t = useTranslations('overview.limit');
  const query = useQuery(profileQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      className={className}
      skeleton={
        <>
          <span className="cap">{t('left')}</span>
          <div className="text-xl">
            <Skeleton width="9rem" />
          </div>
          <Meter className="mt-3 mb-2" />
          <p className="text-xs">
            <Skeleton width="8rem" />
          </p>
          <p className="text-xs">
            <Skeleton width="7rem" />
          </p>
        </>
      }
    >
      {(profile) => <Limit profile={profile} />}
    </QueryPanel>
  );
}

function Limit({ profile }: { profile: Profile }) {
  const t = useTranslations('overview.limit');
  const locale = useLocale() as Locale;
  const shareOf = useShare();
  const today = withdrawHeadroom(profile);
  if (today.state === 'absent')
    return (
      <>
        <p className="mb-1 font-semibold">{t('absent')}</p>
        <p className="text-xs text-ink-3">
          {t.rich('absentWhy', { code: (code) => <span className="mono">{code}</span> })}
        </p>
      </>
    );
  const { limit, used, left, share } = today;
  const lastReset = profile.dailyWithdrawLimit?.lastReset ?? null;
  return (
    <>
      <span className="cap">{left === null ? t('limit') : t('left')}</span>
      <div className="text-xl">
        <Money cents={left ?? limit} size="big" />
      </div>
      {share === null ? (
        <p className="mt-2 text-xs text-ink-3">{t('unknownUse')}</p>
      ) : (
        <Meter className="mt-3 mb-2" role="img" aria-label={t('leftShare', { share: shareOf(share) })}>
          <i style={{ width: `${share * 100}%` }} />
        </Meter>
      )}
      {used !== null && (
        <p className="flex flex-wrap justify-between gap-x-2 text-xs text-ink-3">
          <span>{t('used', { amount: formatBrl(used) })}</span>
          <span>{t('of', { amount: formatBrl(limit) })}</span>
        </p>
      )}
      {lastReset !== null && (
        <p className="text-xs text-ink-3">
          {renewsAtMidnight(lastReset)
            ? t('renews')
            : t('lastReset', { when: formatInstant(locale, lastReset, 'minute') })}
        </p>
      )}
    </>
  );
}
