'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Address } from '#components/ui/address.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { panelVariants } from '#components/ui/panel-variants.ts';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { EndpointMenu } from './endpoint-menu.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { useSelectionLabels } from './event-labels.ts';
import { HealthChart } from './health-chart.tsx';
import { OwnershipCell } from './ownership-status.tsx';
import { SecretAge } from './secret-age.tsx';
import { useAges } from './use-ages.ts';
import { deliveriesPath } from './use-endpoint-actions.ts';
import type { HealthState } from './use-health.ts';
import { useMay } from './use-may.ts';
import type { OpenState } from './use-webhooks.ts';

type Props = {
  row: WebhookRow;
  asOf: string;
  checksOwnership: boolean;
  health: HealthState;
  state: OpenState;
};

/** One endpoint: its address opens it, its figures say whether someone must act. */
export function EndpointCard({ row, asOf, checksOwnership, health, state }: Props) {
  const t = useTranslations('webhooks');
  const { open, show } = state;
  const name = row.url ?? t('list.noUrl');
  const isOpen = open !== null && 'id' in open && open.id === row.id;
  return (
    <EndpointFrame open={isOpen}>
      {/* In a narrow room the address and its menu come first, then what it is and how it stands. */}
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
        {row.source === 'added' && <Badge local>{t('list.added')}</Badge>}
        <span className="flex-1 @max-[42rem]/room:hidden" />
        <span className="flex-none">
          <EndpointState row={row} />
        </span>
        <EndpointMenu row={row} name={name} state={state} />
      </div>
      <Figures row={row} asOf={asOf} checksOwnership={checksOwnership} />
      <Health id={row.id} name={name} health={health} />
      <Warnings row={row} />
    </EndpointFrame>
  );
}

export function EndpointFrame({ open = false, children }: { open?: boolean; children: ReactNode }) {
  return (
    <li
      className={cn(
        panelVariants(),
        'grid grid-cols-1 gap-1.5 px-panel py-2 data-open:border-accent data-open:shadow-[inset_3px_0_0_var(--accent)]',
      )}
      data-open={open || undefined}
    >
      {children}
    </li>
  );
}

/** `few`: without those that only a history tells. */
export function FigureGrid({ few, children }: { few: boolean; children: ReactNode }) {
  const columns = few
    ? 'grid-cols-[minmax(0,1fr)_auto]'
    : 'grid-cols-[1.3fr_1.1fr_1fr_1.1fr_1.1fr] @max-[42rem]/room:grid-cols-[1fr_1fr]';
  return <div className={`grid gap-3 @max-[42rem]/room:gap-2 ${columns}`}>{children}</div>;
}

export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 last:text-right @max-[42rem]/room:last:text-left">
      <span className="cap block">{label}</span>
      {children}
    </div>
  );
}

function Figures({ row, asOf, checksOwnership }: Omit<Props, 'state' | 'health'>) {
  const t = useTranslations('webhooks.card');
  const selection = useSelectionLabels()(row.events);
  const may = useMay();
  const history = useSession().account.capabilities.includes('deliveries');
  const age = useAges(asOf, row.rotatedAt ?? row.secret?.issuedAt ?? null);
  return (
    <FigureGrid few={!history}>
      <Figure label={t('events')}>
        <span className={selection.nothing ? 'text-warn-ink' : ''}>{selection.words}</span>
      </Figure>
      {history &&
        (checksOwnership ? (
          <Figure label={t('ownership')}>
            <OwnershipCell row={row} mayRun={may.webhook} />
          </Figure>
        ) : (
          <div />
        ))}
      <Figure label={t('secret')}>
        <SecretAge row={row} age={age} />
      </Figure>
      {history && (
        <>
          <Figure label={t('week')}>
            <Week week={row.week} />
          </Figure>
          <Figure label={t('failures')}>
            <Failures row={row} />
          </Figure>
        </>
      )}
    </FigureGrid>
  );
}

function Week({ week }: { week: WebhookRow['week'] }) {
  const t = useTranslations('webhooks.card');
  if (week === null) return <span className="text-ink-3">{t('noIndex')}</span>;
  if (week.delivered + week.failed === 0) return <span className="text-ink-3">{t('none')}</span>;
  return <span>{t('weekOf', { failed: week.failed, total: week.delivered + week.failed })}</span>;
}

/** In a room of the chart's height from the beginning: nothing moves when it comes, nor from one span to another. */
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

function Failures({ row: { id, week } }: Pick<Props, 'row'>) {
  const t = useTranslations('webhooks.card');
  const { slug } = useSession().account;
  if (week === null) return <span className="text-ink-3">–</span>;
  if (week.open === 0) return <span>{t('noFailures')}</span>;
  return (
    <Link className="font-semibold text-danger-ink" href={deliveriesPath(slug, id, '&outcome=failed')}>
      {t('openFailures', { count: week.open })}
    </Link>
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
