'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Address } from '#components/ui/address.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Callout } from '#components/ui/callout.tsx';
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
import styles from './webhooks.module.css';

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
    <li className={`panel ${styles.endpoint}`} data-open={isOpen || undefined}>
      <div className={styles.top}>
        <button
          type="button"
          title={name}
          aria-label={t('list.open', { url: name })}
          aria-expanded={isOpen}
          onClick={() => show({ what: 'endpoint', id: row.id })}
        >
          <Address url={name} />
        </button>
        {row.receiver && <Badge>{t('card.receiver')}</Badge>}
        {row.source === 'added' && <Badge local>{t('list.added')}</Badge>}
        <span className={styles.space} />
        <span className="flex-none">
          <EndpointState row={row} />
        </span>
        <EndpointMenu row={row} name={name} state={state} />
      </div>
      <Figures row={row} asOf={asOf} checksOwnership={checksOwnership} />
      <Health id={row.id} name={name} health={health} />
      <Warnings row={row} />
    </li>
  );
}

function Figures({ row, asOf, checksOwnership }: Omit<Props, 'state' | 'health'>) {
  const t = useTranslations('webhooks.card');
  const selection = useSelectionLabels()(row.events);
  const may = useMay();
  const history = useSession().account.capabilities.includes('deliveries');
  const age = useAges(asOf, row.rotatedAt ?? row.secret?.issuedAt ?? null);
  return (
    <div className={styles.figures} data-few={history ? undefined : ''}>
      <div>
        <span className="cap">{t('events')}</span>
        <span className={selection.nothing ? 'text-warn-ink' : ''}>{selection.words}</span>
      </div>
      {history && (
        <div>
          {checksOwnership && (
            <>
              <span className="cap">{t('ownership')}</span>
              <OwnershipCell row={row} mayRun={may.webhook} />
            </>
          )}
        </div>
      )}
      <div>
        <span className="cap">{t('secret')}</span>
        <SecretAge row={row} age={age} />
      </div>
      {history && (
        <>
          <div>
            <span className="cap">{t('week')}</span>
            <Week week={row.week} />
          </div>
          <div>
            <span className="cap">{t('failures')}</span>
            <Failures row={row} />
          </div>
        </>
      )}
    </div>
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
    <div className={styles.chartRoom}>
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
