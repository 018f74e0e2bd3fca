'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Meter } from '#components/ui/meter.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { limitsQuery, profileQuery } from '#lib/overview/queries.ts';
import { dailyHeadroom, renewsAtMidnight, withdrawRoom } from '#lib/overview/rules.ts';
import type { Limits } from '#lib/providers/money-records.ts';
import type { Profile } from '#lib/providers/records.ts';

type Operation = Limits['operations'][number];

/** Limits and fees per operation; blocked operations come first. */
export function LimitsPanel({ account, className }: { account: string; className: string }) {
  const t = useTranslations('overview.limits');
  const query = useQuery(limitsQuery(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      className={className}
      padded={false}
      skeleton={
        <Rows>
          <Waiting />
        </Rows>
      }
    >
      {({ operations, other }) => (
        <>
          {operations.length === 0 ? (
            <p className="p-panel text-ink-3">{t('none')}</p>
          ) : (
            <Rows>
              {operations.map((operation) => (
                <Row key={operation.name} operation={operation} />
              ))}
            </Rows>
          )}
          {holdsDisputes(other) && <p className="px-panel pb-2 text-xs text-ink-3">{t('blocksBalance')}</p>}
        </>
      )}
    </QueryPanel>
  );
}

/** `infraction: { blocksBalance: true }`: an open dispute reduces the available balance by its amount. */
function holdsDisputes({ infraction }: Record<string, unknown>): boolean {
  if (infraction === null || typeof infraction !== 'object') return false;
  return (infraction as Record<string, unknown>).blocksBalance === true;
}

function Rows({ children }: { children: ReactNode }) {
  const t = useTranslations('overview.limits');
  return (
    <div className="px-panel pb-1">
      <FigureTable variant="folded">
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('operation')}</th>
            <th scope="col" className="num">
              {t('range')}
            </th>
            <th scope="col" className="num">
              {t('fee')}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </FigureTable>
    </div>
  );
}

function Row({ operation }: { operation: Operation }) {
  const t = useTranslations('overview.limits');
  const { name, enabled, other } = operation;
  const { used, limit } = dailyHeadroom(other);
  return (
    <tr>
      <th scope="row">
        {t.has(`names.${name}`) ? t(`names.${name as 'payment'}`) : name}
        {limit !== null && used !== null && (
          <small className="ml-2 text-[0.75rem] text-ink-3 two-lines:float-right">
            {t('usedToday', { used: formatBrl(used), limit: formatBrl(limit) })}
          </small>
        )}
      </th>
      <td className="num">
        {enabled === false ? (
          <span className="inline-flex items-center gap-1 text-danger-ink">
            <Icon name="octagon" tone="danger" size="s" />
            {t('off')}
          </span>
        ) : (
          <Range operation={operation} />
        )}
      </td>
      <td className="num">
        <Fee operation={operation} />
      </td>
    </tr>
  );
}

function Range({ operation: { min, max } }: { operation: Operation }) {
  const t = useTranslations('overview.limits');
  if (min !== null && max !== null) return t('rangeBoth', { min: formatBrl(min), max: formatBrl(max) });
  if (min !== null) return t('rangeFrom', { min: formatBrl(min) });
  return max === null ? '–' : t('rangeTo', { max: formatBrl(max) });
}

function Fee({ operation: { feeFixed, feeBasisPoints } }: { operation: Operation }) {
  const t = useTranslations('overview.limits');
  const format = useFormatter();
  const percent =
    feeBasisPoints === null || feeBasisPoints === 0
      ? null
      : format.number(feeBasisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 });
  const fixed = feeFixed === null || feeFixed === 0 ? null : formatBrl(feeFixed);
  if (fixed !== null && percent !== null) return t('feeBoth', { fixed, percent });
  if (fixed ?? percent) return fixed ?? percent;
  return feeFixed === null && feeBasisPoints === null ? '–' : t('free');
}

function Waiting() {
  const t = useTranslations('overview.limits');
  return (['payment', 'withdraw', 'externalPayment', 'internalTransfer', 'refund'] as const).map((name) => (
    <tr key={name}>
      <th scope="row">{t(`names.${name}`)}</th>
      <td className="num">
        <Skeleton width="9rem" />
      </td>
      <td className="num">
        <Skeleton width="4rem" />
      </td>
    </tr>
  ));
}

export function LimitPanel({ account, className }: { account: string; className: string }) {
  const t = useTranslations('overview.limit');
  const query = useQuery(profileQuery(account));
  return (
    <QueryPanel query={query} title={t('title')} className={className} skeleton={<LimitWaiting />}>
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

function LimitWaiting() {
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
