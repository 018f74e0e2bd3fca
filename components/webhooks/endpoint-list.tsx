'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Address } from '#components/ui/address.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { EmptyState, panelVariants } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { HEALTH_SPANS } from '#lib/deliveries/rules.ts';
import type { WebhookList, WebhookRow } from '#lib/webhooks/queries.ts';
import { deliveriesPath, EndpointMenu, EndpointState, OwnershipCell, SecretAge } from './endpoint-parts.tsx';
import { useSelectionLabels } from './event-labels.ts';
import { HealthChart, IntervalPanel } from './health-chart.tsx';
import { type Bar, type HealthState, type OpenState, useAges, useHealth, useMay } from './use-webhooks.ts';

const KEYS = [
  ['Ok', 'bg-ok-line'],
  ['Bad', 'bg-danger-line'],
  ['Ms', 'bg-ink-3'],
  ['Slow', 'bg-warn-line'],
] as const;

/** The list of endpoints; registrations without an id come first. */
export function EndpointList({ list, state }: { list: WebhookList; state: OpenState }) {
  const t = useTranslations('webhooks.list');
  const health = useHealth();
  const history = useSession().account.capabilities.includes('deliveries');
  return (
    <>
      {!list.listed && list.items.length > 0 && (
        <Callout variant="thin" title={t('unlisted')}>
          {t('unlistedDescription')}
        </Callout>
      )}
      <ReadingNote pages={[list]} />
      {list.registrations.map(({ operationId }) => (
        <OperationState key={operationId} operationId={operationId} />
      ))}
      {list.items.length === 0 ? (
        <Nothing listed={list.listed} state={state} />
      ) : (
        <>
          {history && <Legend health={health} />}
          <QueryBody query={health.query} />
          <ul className="grid grid-cols-1 gap-2" aria-label={t('label')}>
            {list.items.map((row) => (
              <EndpointCard
                key={row.id}
                row={row}
                asOf={list.asOf}
                checksOwnership={list.checksOwnership}
                health={health}
                state={state}
              />
            ))}
          </ul>
          {health.period !== null && <IntervalPanel period={health.period} health={health} />}
        </>
      )}
    </>
  );
}

function Legend({ health: { span, setSpan, since } }: { health: HealthState }) {
  const t = useTranslations('webhooks.chart');
  const locale = useLocale() as Locale;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.75rem] text-ink-3">
      <Segments
        label={t('span')}
        value={span}
        onChange={setSpan}
        options={HEALTH_SPANS.map((value) => ({ value, label: t(value) }))}
      />
      {KEYS.map(([what, colour]) => (
        <span key={what}>
          <i className={`mr-1.5 inline-block size-2 ${colour}`} />
          {t(`key${what}`)}
        </span>
      ))}
      {since !== null && <span>{t('since', { when: formatInstant(locale, since, 'minute') })}</span>}
    </div>
  );
}

function Nothing({ listed, state }: { listed: boolean; state: OpenState }) {
  const t = useTranslations('webhooks');
  const may = useMay();
  const actions = may.webhook && (
    <>
      <Button icon="plus" onClick={() => state.show({ what: 'new' })}>
        {t('new')}
      </Button>
      {!listed && (
        <Button variant="quiet" onClick={() => state.show({ what: 'existing' })}>
          {t('existing')}
        </Button>
      )}
    </>
  );
  return (
    <EmptyState framed title={t('list.empty')} action={actions}>
      {t('list.emptyDescription')} {!listed && t('list.emptyUnlisted')}
    </EmptyState>
  );
}

export function ListSkeleton() {
  const t = useTranslations('webhooks');
  const history = useSession().account.capabilities.includes('deliveries');
  return (
    <ul className="grid grid-cols-1 gap-2" aria-busy="true" aria-label={t('loading')}>
      {[1, 2, 3].map((line) => (
        <EndpointFrame key={line}>
          <Skeleton width="18rem" className="my-1" />
          <div className={history ? CARD_COLUMNS : ''}>
            <Skeleton width="9rem" className="my-3" />
            {history && <Skeleton width="14rem" />}
            {history && <Skeleton width="100%" className="h-15" />}
          </div>
        </EndpointFrame>
      ))}
    </ul>
  );
}

type Props = {
  row: WebhookRow;
  asOf: string;
  checksOwnership: boolean;
  health: HealthState;
  state: OpenState;
};

const NEW_MS = 24 * 3_600_000;

/** True if anything was sent in the chart's time span. */
const hasDeliveries = (bars: readonly Bar[] | null): bars is readonly Bar[] =>
  bars?.some(({ delivered, failed }) => delivered + failed > 0) ?? false;

/** Registered less than a day before `asOf`, by the provider's time or its first secret's. */
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
  const delivered = bars.reduce((sum, bar) => sum + bar.delivered, 0);
  const all = bars.reduce((sum, bar) => sum + bar.failed, delivered);
  const slowest = health.slowestOf(id);
  const open = week?.open ?? null;
  const waits = bars.length === 0 && health.reading;
  return (
    <dl className="grid grid-cols-3 gap-x-3">
      <Figure label={t('of', { count: all })} waits={waits}>
        {all === 0 ? '–' : share(locale, delivered, all)}
      </Figure>
      <Figure label={t('slowest')} waits={waits}>
        {slowest === null ? '–' : t('ms', { ms: slowest })}
      </Figure>
      <Figure label={t('open', { count: open ?? 0 })}>
        {open ? (
          <Link className="text-danger-ink" href={deliveriesPath(slug, id, '&outcome=failed')}>
            {open.toLocaleString(locale)}
          </Link>
        ) : (
          (open ?? '–')
        )}
      </Figure>
    </dl>
  );
}

function Figure({ label, waits = false, children }: { label: string; waits?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end border-line border-l pl-3">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="font-semibold text-ink text-md">{waits ? <Skeleton width="3rem" /> : children}</dd>
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
    <p className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 @max-[42rem]/room:col-span-1">
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
  const week = row.week === null ? 0 : row.week.delivered + row.week.failed;
  const unused = fresh && week === 0 && !hasDeliveries(health.barsOf(row.id));
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
            <FirstTest row={row} state={state} />
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
const CARD_COLUMNS =
  'grid grid-cols-[minmax(0,16rem)_minmax(0,21rem)_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 @max-[62rem]/room:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] @max-[62rem]/room:[&>:nth-child(3)]:col-span-full @max-[42rem]/room:grid-cols-1';

type FrameProps = { open?: boolean; fresh?: boolean; children: ReactNode };

function EndpointFrame({ open, fresh, children }: FrameProps) {
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
  const age = useAges(asOf, row.rotatedAt ?? row.secret?.issuedAt ?? null);
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className={`truncate ${selection.nothing ? 'text-warn-ink' : ''}`} title={selection.label}>
        {selection.label}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-1.5 text-xs text-ink-3">
        {t('secret')} <SecretAge row={row} age={age} />
      </span>
      {checksOwnership && <OwnershipCell row={row} />}
    </div>
  );
}

/** The health chart. Its height is reserved from the start, so nothing moves while it loads. */
function Health({ id, name, health }: { id: string; name: string; health: HealthState }) {
  const t = useTranslations('webhooks.chart');
  const bars = health.barsOf(id);
  if (bars === null && !health.reading) return null;
  return (
    <div className="min-h-[calc(3.75rem+1lh)] text-(length:--text-xs)">
      {hasDeliveries(bars) ? (
        <HealthChart bars={bars} health={health} label={t('label', { url: name })} />
      ) : (
        bars && <p className="text-xs text-ink-3">{t(`quiet.${health.span}`)}</p>
      )}
    </div>
  );
}

function Warnings({ row: { events, ownership, hasSecret, secret } }: { row: WebhookRow }) {
  const t = useTranslations('webhooks');
  const { nothing } = useSelectionLabels()(events);
  const warnings = [
    ownership?.status === 'failed' && (ownership.detail ?? t('ownership.noReason')),
    nothing && t('card.nothing'),
    hasSecret === false && secret === null && t('card.noSecret'),
  ].filter((warning) => warning !== false);
  return warnings.map((warning) => (
    <Callout key={warning} tone="warn" icon="info" variant="thin">
      {warning}
    </Callout>
  ));
}
