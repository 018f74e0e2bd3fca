'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { HEALTH_SPANS } from '#lib/deliveries/rules.ts';
import type { WebhookList } from '#lib/webhooks/queries.ts';
import { CARD_COLUMNS, EndpointCard, EndpointFrame } from './endpoint-card.tsx';
import { IntervalPanel } from './health-chart.tsx';
import { type HealthState, type OpenState, useHealth, useMay } from './use-webhooks.ts';

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
          {t('unlistedWords')}
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
          {health.error !== null && <ReadError error={health.error} onRetry={health.readAgain} />}
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
      {t('list.emptyWords')} {!listed && t('list.emptyUnlisted')}
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
