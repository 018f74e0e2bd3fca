'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Meter } from '#components/ui/meter.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { profileQuery } from '#lib/overview/queries.ts';
import { renewsAtMidnight, withdrawRoom } from '#lib/overview/rules.ts';
import type { Profile } from '#lib/providers/records.ts';

export function LimitPanel({ account, className }: { account: string; className: string }) {
  const t = useTranslations('overview.limit');
  const query = useQuery(profileQuery(account));
  return (
    <QueryPanel query={query} title={t('title')} className={className} skeleton={<Waiting />}>
      {(profile) => <LimitBody profile={profile} />}
    </QueryPanel>
  );
}

function LimitBody({ profile }: { profile: Profile }) {
  const t = useTranslations('overview.limit');
  const format = useFormatter();
  const room = withdrawRoom(profile);
  if (room.state === 'absent') return <NoLimit />;
  const { limit, used, left, share } = room;
  return (
    <>
      <span className="cap">{left === null ? t('limit') : t('left')}</span>
      <div className="text-xl">
        <Money cents={left ?? limit} size="big" />
      </div>
      {share === null ? (
        <p className="mt-2 text-xs text-ink-3">{t('unknownUse')}</p>
      ) : (
        <Meter
          className="mt-3 mb-2"
          role="img"
          aria-label={t('leftShare', {
            share: format.number(share, { style: 'percent', maximumFractionDigits: 1 }),
          })}
        >
          <i style={{ width: `${share * 100}%` }} />
        </Meter>
      )}
      {used !== null && (
        <p className="flex flex-wrap justify-between gap-x-2 text-xs text-ink-3">
          <span>{t('used', { amount: formatBrl(used) })}</span>
          <span>{t('of', { amount: formatBrl(limit) })}</span>
        </p>
      )}
      <Renewal lastReset={profile.dailyWithdrawLimit?.lastReset ?? null} />
    </>
  );
}

function Renewal({ lastReset }: { lastReset: string | null }) {
  const t = useTranslations('overview.limit');
  const locale = useLocale() as Locale;
  if (lastReset === null) return null;
  const words = renewsAtMidnight(lastReset)
    ? t('renews')
    : t('lastReset', { when: formatInstant(locale, lastReset, 'minute') });
  return <p className="text-xs text-ink-3">{words}</p>;
}

function NoLimit() {
  const t = useTranslations('overview.limit');
  return (
    <>
      <p className="mb-1 font-semibold">{t('absent')}</p>
      <p className="text-xs text-ink-3">
        {t.rich('absentWhy', { code: (words) => <span className="mono">{words}</span> })}
      </p>
    </>
  );
}

function Waiting() {
  const t = useTranslations('overview.limit');
  return (
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
  );
}
