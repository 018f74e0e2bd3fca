'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { deliveriesPath } from './use-endpoint-actions.ts';
import type { HealthState } from './use-health.ts';
import { useMay } from './use-may.ts';
import type { OpenState } from './use-webhooks.ts';

const NEW_MS = 24 * 3_600_000;

/** Registered within a day before `asOf`, by the provider's time or that of its first secret. */
export function isNew({ createdAt, rotatedAt, secret }: WebhookRow, asOf: string): boolean {
  const since = createdAt ?? (rotatedAt === null ? secret?.issuedAt : null) ?? null;
  return since !== null && Date.parse(asOf) - Date.parse(since) < NEW_MS;
}

/** Share that it took in the chart's span, its slow answers, and its open failures: what the bars beside them show. */
export function EndpointNumbers({ row: { id, week }, health }: { row: WebhookRow; health: HealthState }) {
  const t = useTranslations('webhooks.numbers');
  const locale = useLocale();
  const { slug } = useSession().account;
  const bars = health.barsOf(id) ?? [];
  const sum = (name: 'delivered' | 'failed') => bars.reduce((all, bar) => all + bar[name], 0);
  const [delivered, all] = [sum('delivered'), sum('delivered') + sum('failed')];
  const slowest = health.slowestOf(id);
  const open = week?.open ?? null;
  const waiting = bars.length === 0 && health.reading;
  return (
    <dl className="grid grid-cols-3 gap-x-3">
      <Figure value={waiting ? <Skeleton width="3rem" /> : all === 0 ? '–' : share(locale, delivered, all)}>
        {t('of', { count: all })}
      </Figure>
      <Figure value={waiting ? <Skeleton width="3rem" /> : slowest === null ? '–' : t('ms', { ms: slowest })}>
        {t('slowest')}
      </Figure>
      <Figure
        value={
          open === null || open === 0 ? (
            (open ?? '–')
          ) : (
            <Link className="text-danger-ink" href={deliveriesPath(slug, id, '&outcome=failed')}>
              {open.toLocaleString(locale)}
            </Link>
          )
        }
      >
        {t('open', { count: open ?? 0 })}
      </Figure>
    </dl>
  );
}

function Figure({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end border-line border-l pl-3">
      <dt className="text-xs text-ink-3">{children}</dt>
      <dd className="font-semibold text-ink text-md">{value}</dd>
    </div>
  );
}

/** '99,7%'; never 100% while one of them failed. */
function share(locale: string, delivered: number, all: number): string {
  const part = delivered === all ? 1 : Math.floor((delivered / all) * 1000) / 1000;
  return part.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
}

/** In the place of its numbers: nothing went there yet, and a test shows within seconds whether it works. */
export function FirstTest({ row, state }: { row: WebhookRow; state: OpenState }) {
  const t = useTranslations('webhooks.numbers');
  const may = useMay();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b>{t('nothing')}</b>
      <span>{t('nothingTodo')}</span>
      {may.webhook && row.url !== null && (
        <Button onClick={() => state.show({ what: 'test', id: row.id })}>{t('test')}</Button>
      )}
      <Button variant="quiet" onClick={() => state.show({ what: 'endpoint', id: row.id })}>
        {t('example')}
      </Button>
    </p>
  );
}
