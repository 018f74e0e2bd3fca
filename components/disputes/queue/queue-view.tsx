'use client';

import { useLocale, useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useConnected } from '#components/shell/use-connected.ts';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import { AnsweredPanel } from './answered-panel.tsx';
import { QueueNow } from './dispute-cells.tsx';
import { OutcomesPanel } from './outcomes-panel.tsx';
import styles from './queue.module.css';
import { QueueAxis } from './queue-axis.tsx';
import { QueueCallouts } from './queue-callouts.tsx';
import { QueueFacets } from './queue-facets.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { type Queue, useQueue, useQueueActions } from './use-queue.ts';

const EVERY_MS = 15_000;

/** The work queue: what is due first, who has it, and what was sent. */
export function QueueView() {
  const t = useTranslations('disputes');
  const defends = useSession().account.capabilities.includes('defenses');
  const queue = useQueue();
  const { head, items, filter, query, setState, readAgain } = queue;
  const now = useNow(query.dataUpdatedAt, EVERY_MS);
  useRowOpens();
  useQueueActions(queue);
  const open = head !== undefined && filter.state === 'open' ? head : null;
  return (
    <QueueNow value={now}>
      <PageHead title={t('title')} note={<Completeness queue={queue} />}>
        <RefreshButton label={t('refresh')} onRefresh={readAgain} />
      </PageHead>
      <div className={`page ${styles.page}`}>
        <QueueFacets sums={head?.sums} state={filter.state} onState={(state) => void setState(state)} />
        {open && <QueueAxis items={items} now={now} />}
        {open && <QueueCallouts head={open} items={items} now={now} />}
        <QueuePanel queue={queue} />
        {open && (
          <div className={styles.half}>
            {defends && <AnsweredPanel count={open.sums.answered.count} />}
            <OutcomesPanel outcomes={open.outcomes} />
          </div>
        )}
      </div>
    </QueueNow>
  );
}

/** Whether every page of the provider was read: an empty queue means nothing before that. */
function Completeness({ queue: { head, query } }: { queue: Queue }) {
  const t = useTranslations('disputes');
  const locale = useLocale() as Locale;
  const connected = useConnected();
  if (head === undefined) return null;
  if (head.completeAt === null) return <span className="text-warn-ink">{t('reading')}</span>;
  const at = head.asOf ?? head.completeAt;
  return (
    <time className="inline-flex items-center gap-1.5" dateTime={at} title={withOffset(at)}>
      {!query.isError && connected && <span className="live-dot" />}
      {t('complete', { time: formatInstant(locale, at, 'time') })}
    </time>
  );
}
