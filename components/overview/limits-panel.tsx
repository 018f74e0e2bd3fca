'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { limitsQuery } from '#lib/overview/queries.ts';
import { dailyHeadroom } from '#lib/overview/rules.ts';
import type { Limits } from '#lib/providers/money-records.ts';

type Operation = Limits['operations'][number];

/** Limits and fees of each operation; one that the service blocks says so first. */
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

/** `infraction: { blocksBalance: true }`: an open dispute takes its amount out of what is available. */
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
