'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Address } from '#components/ui/address.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { EndpointMenu } from './endpoint-menu.tsx';
import { EndpointState, OwnershipCell, SecretAge } from './endpoint-state.tsx';
import { useSelectionLabels } from './event-labels.ts';
import { HealthChart } from './health-chart.tsx';
import { deliveriesPath } from './use-endpoint-actions.ts';
import { type HealthState, type OpenState, useAges, useMay } from './use-webhooks.ts';

type Props = {
  row: WebhookRow;
  asOf: string;
  checksOwnership: boolean;
  health: HealthState;
  state: OpenState;
};

const NEW_MS = 24 * 3_600_000;

/**
 * Registered less than a day before `asOf`, by the provider's creation time or the issue time of its first
 * secret.
 */
function isNew({ createdAt, rotatedAt, secret }: WebhookRow, asOf: string): boolean {
  const since = createdAt ?? (rotatedAt === null ? secret?.issuedAt : null) ?? null;
  return since !== null && Date.parse(asOf) - Date.parse(since) < NEW_MS;
}

/** Delivery rate, slowest response times and open failures in the chart's time span. */
function EndpointNumbers({ row: { id, week }, health }: { row: WebhookRow; health: HealthState }) {
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

/** Formats a delivery rate, such as '99,7%'; never 100% while any delivery failed. */
function share(locale: string, delivered: number, all: number): string {
  const part = delivered === all ? 1 : Math.floor((delivered / all) * 1000) / 1000;
  return part.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
}

/** Replaces the numbers while the endpoint has no deliveries: suggests a test delivery. */
function FirstTest({ row, state }: { row: WebhookRow; state: OpenState }) {
  const t = useTranslations('webhooks.numbers');
  const may = useMay();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b>{t('nothing')}</b>
      <span>{t('nothingHint')}</span>
      {may.webhook && row.url !== null && (
        <Button onClick={() => state.show({ what: 'test', id: row.id })}>{t('test')}</Button>
      )}
      <Button variant="quiet" onClick={() => state.show({ what: 'endpoint', id: row.id })}>
        {t('example')}
      </Button>
    </p>
  );
}

/** One endpoint: a click on the address opens it; the numbers show whether someone must act. */
export function EndpointCard({ row, asOf, checksOwnership, health, state }: Props) {
  const t = useTranslations('webhooks');
  const { open, show } = state;
  const name = row.url ?? t('list.noUrl');
  const history = useSession().account.capabilities.includes('deliveries');
  const fresh = isNew(row, asOf);
  const sent = (health.barsOf(row.id) ?? []).some(({ delivered, failed }) => delivered + failed > 0);
  const week = row.week === null ? 0 : row.week.delivered + row.week.failed;
  const unused = fresh && week === 0 && !sent;
  const isOpen = open !== null && 'id' in open && open.id === row.id;
  return (
    <EndpointFrame open={isOpen} fresh={fresh}>
      {/* Where space is narrow, the address and menu come first, then type and state. */}
      <div className="flex items-center gap-2 @max-[42rem]/room:flex-wrap @max-[42rem]/room:*:order-2 @max-[42rem]/room:[&>button]:order-1">
        <button
          type="button"
          className="min-w-0 truncate text-left font-mono font-semibold text-ink hover:underline focus-visible:-outline-offset-2 @max-[42rem]/room:flex-[1_1_calc(100%-3.5rem)] @max-[42rem]/room:wrap-anywhere @max-[42rem]/room:whitespace-normal"
          title={name}
          aria-label={t('list.open', { url: name })}
          aria-expanded={isOpen}
          onClick={() => show({ what: 'endpoint', id: row.id })}
        >
          <Address url={name} />
        </button>
        {row.receiver && <Badge>{t('card.receiver')}</Badge>}
        {fresh && <Badge local>{t('card.new')}</Badge>}
        {row.source === 'added' && <Badge local>{t('list.added')}</Badge>}
        <span className="flex-1 @max-[42rem]/room:hidden" />
        <span className="flex-none">
          <EndpointState row={row} />
        </span>
        <EndpointMenu row={row} name={name} state={state} />
      </div>
      {history ? (
        <div className={CARD_COLUMNS}>
          <Facts row={row} asOf={asOf} checksOwnership={checksOwnership} />
          {unused ? (
            <div className="col-span-2 @max-[42rem]/room:col-span-1">
              <FirstTest row={row} state={state} />
            </div>
          ) : (
            <>
              <EndpointNumbers row={row} health={health} />
              <Health id={row.id} name={name} health={health} />
            </>
          )}
        </div>
      ) : (
        <Facts row={row} asOf={asOf} checksOwnership={false} />
      )}
      <Warnings row={row} />
    </EndpointFrame>
  );
}

/** Columns: facts, numbers, and bars; stacked where space is narrow. */
export const CARD_COLUMNS =
  'grid grid-cols-[minmax(0,16rem)_minmax(0,21rem)_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 @max-[62rem]/room:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] @max-[62rem]/room:[&>:nth-child(3)]:col-span-full @max-[42rem]/room:grid-cols-1';

type FrameProps = { open?: boolean; fresh?: boolean; children: ReactNode };

export function EndpointFrame({ open = false, fresh = false, children }: FrameProps) {
  return (
    <li
      className={cn(
        panelVariants(),
        'grid grid-cols-1 gap-1.5 px-panel py-2 data-fresh:shadow-[inset_3px_0_0_var(--accent)] data-open:border-accent data-open:shadow-[inset_3px_0_0_var(--accent)]',
      )}
      data-open={open || undefined}
      data-fresh={fresh || undefined}
    >
      {children}
    </li>
  );
}

/** The endpoint's events, its secret's age and, if the provider checks it, the ownership status. */
function Facts({ row, asOf, checksOwnership }: Omit<Props, 'state' | 'health'>) {
  const t = useTranslations('webhooks.card');
  const selection = useSelectionLabels()(row.events);
  const may = useMay();
  const age = useAges(asOf, row.rotatedAt ?? row.secret?.issuedAt ?? null);
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className={`truncate ${selection.nothing ? 'text-warn-ink' : ''}`} title={selection.words}>
        {selection.words}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-1.5 text-xs text-ink-3">
        {t('secret')} <SecretAge row={row} age={age} />
      </span>
      {checksOwnership && <OwnershipCell row={row} mayRun={may.webhook} />}
    </div>
  );
}

/**
 * The health chart. Its height is reserved from the start, so nothing moves while it loads or changes span.
 */
function Health({ id, name, health }: { id: string; name: string; health: HealthState }) {
  const t = useTranslations('webhooks.chart');
  const bars = health.barsOf(id);
  if (bars === null && !health.reading) return null;
  return (
    <div className="min-h-[calc(3.75rem+1lh)] text-(length:--text-xs)">
      {bars?.some(({ delivered, failed }) => delivered + failed > 0) ? (
        <HealthChart bars={bars} health={health} label={t('label', { url: name })} />
      ) : (
        bars && <p className="text-xs text-ink-3">{t(`quiet.${health.span}`)}</p>
      )}
    </div>
  );
}

function Warnings({ row }: { row: WebhookRow }) {
  const t = useTranslations('webhooks');
  const { nothing } = useSelectionLabels()(row.events);
  const { ownership } = row;
  return (
    <>
      {ownership?.status === 'failed' && (
        <Callout tone="warn" icon="info" variant="thin">
          {ownership.detail ?? t('ownership.noReason')}
        </Callout>
      )}
      {nothing && (
        <Callout tone="warn" icon="info" variant="thin">
          {t('card.nothing')}
        </Callout>
      )}
      {row.hasSecret === false && row.secret === null && (
        <Callout tone="warn" icon="info" variant="thin">
          {t('card.noSecret')}
        </Callout>
      )}
    </>
  );
}
