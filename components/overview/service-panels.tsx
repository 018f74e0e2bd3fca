'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Figures, QueryPanel, useShare } from '#components/overview/query-panel.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { limitsQuery, metricsQuery } from '#lib/overview/queries.ts';
import { dailyHeadroom, type FigureRow, figureRows, figuresOf } from '#lib/overview/rules.ts';
import type { Limits } from '#lib/providers/money-records.ts';

type Operation = Limits['operations'][number];

const USUAL_OPERATIONS = ['payment', 'withdraw', 'externalPayment', 'internalTransfer', 'refund'] as const;

/** Limits and fees per operation; blocked operations come first. */
export function LimitsPanel({ account, className }: { account: string; className: string }) {
  const t = useTranslations('overview.limits');
  return (
    <QueryPanel
      query={useQuery(limitsQuery(account))}
      title={t('title')}
      className={className}
      padded={false}
      skeleton={
        <Operations>
          {USUAL_OPERATIONS.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`names.${name}`)}</th>
              <td className="num">
                <Skeleton width="9rem" />
              </td>
              <td className="num">
                <Skeleton width="4rem" />
              </td>
            </tr>
          ))}
        </Operations>
      }
    >
      {({ operations, other }) => (
        <>
          {operations.length === 0 ? (
            <p className="p-panel text-ink-3">{t('none')}</p>
          ) : (
            <Operations>
              {operations.map((operation) => (
                <OperationRow key={operation.name} operation={operation} />
              ))}
            </Operations>
          )}
          {blocksDisputes(other) && <p className="px-panel pb-2 text-xs text-ink-3">{t('blocksBalance')}</p>}
        </>
      )}
    </QueryPanel>
  );
}

/** `infraction: { blocksBalance: true }`: an open dispute reduces the available balance by its amount. */
function blocksDisputes({ infraction }: Record<string, unknown>): boolean {
  if (infraction === null || typeof infraction !== 'object') return false;
  return 'blocksBalance' in infraction && infraction.blocksBalance === true;
}

function Operations({ children }: { children: ReactNode }) {
  const t = useTranslations('overview.limits');
  return (
    <div className="px-panel pb-1">
      <Figures variant="folded" caption={t('caption')} heads={[t('operation'), t('range'), t('fee')]}>
        {children}
      </Figures>
    </div>
  );
}

function OperationRow({ operation }: { operation: Operation }) {
  const t = useTranslations('overview.limits');
  const share = useShare();
  const { name, enabled, min, max, feeFixed, feeBasisPoints, other } = operation;
  const { used, limit } = dailyHeadroom(other);
  const rangeLabel = () => {
    if (min !== null && max !== null) return t('rangeBoth', { min: formatBrl(min), max: formatBrl(max) });
    if (min !== null) return t('rangeFrom', { min: formatBrl(min) });
    return max === null ? '–' : t('rangeTo', { max: formatBrl(max) });
  };
  const feeLabel = () => {
    if (feeFixed === null && feeBasisPoints === null) return '–';
    const fixed = feeFixed ? formatBrl(feeFixed) : null;
    const percent = feeBasisPoints ? share(feeBasisPoints, 10_000, 2) : null;
    if (fixed !== null && percent !== null) return t('feeBoth', { fixed, percent });
    return fixed ?? percent ?? t('free');
  };
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
          rangeLabel()
        )}
      </td>
      <td className="num">{feeLabel()}</td>
    </tr>
  );
}

const WAITING = ['first', 'second', 'third', 'fourth', 'fifth'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** No document names these figures: a known name is translated, another is shown as the service names it. */
export function MetricsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.metrics');
  return (
    <QueryPanel
      query={useQuery(metricsQuery(account))}
      title={t('title')}
      note={t('note')}
      skeleton={WAITING.map((line) => (
        <p key={line}>
          <Skeleton width="80%" />
        </p>
      ))}
    >
      {({ metrics }) => {
        const rows = figureRows(figuresOf(metrics));
        if (rows.length === 0) return <p className="text-ink-3">{t('none')}</p>;
        return (
          <Figures caption={t('caption')} heads={[t('name'), t('count'), t('amount')]}>
            {rows.map((row) => (
              <MetricRow key={row.name} row={row} />
            ))}
          </Figures>
        );
      }}
    </QueryPanel>
  );
}

function MetricRow({ row: { name, count, cents, value } }: { row: FigureRow }) {
  const t = useTranslations('overview.metrics.names');
  const format = useFormatter();
  // Message keys cannot contain dots: `payments.paid` has the key `payments-paid`.
  const key = name.replaceAll('.', '-');
  const known = t.has(key);
  const isInstant = typeof value === 'string' && INSTANT.test(value);
  return (
    <tr>
      <th
        scope="row"
        title={known ? name : undefined}
        className={known ? undefined : 'mono text-xs break-all'}
      >
        {known ? t(key as 'deposits') : name}
      </th>
      {count === null && cents === null ? (
        <td className="num" colSpan={2}>
          {isInstant && <Instant at={value} variant="minute" />}
          {!isInstant && (typeof value === 'number' ? format.number(value) : value)}
        </td>
      ) : (
        <>
          <td className="num">{count === null ? '–' : format.number(count)}</td>
          <td className="num">{cents === null ? '–' : <Money cents={cents} />}</td>
        </>
      )}
    </tr>
  );
}
