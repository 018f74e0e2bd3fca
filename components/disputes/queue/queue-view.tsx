'use client';

import { useLocale, useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useConnected } from '#components/shell/use-connected.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import { ReadError } from '../read-error.tsx';
import { AnsweredPanel } from './answered-panel.tsx';
import { OutcomesPanel } from './outcomes-panel.tsx';
import styles from './queue.module.css';
import { QueueAxis } from './queue-axis.tsx';
import { QueueCallouts } from './queue-callouts.tsx';
import { QueueEmpty } from './queue-empty.tsx';
import { QueueFacets } from './queue-facets.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueRowsWaiting } from './queue-skeleton.tsx';
import { QueueTable } from './queue-table.tsx';
import { type Queue, useQueue, useQueueFilter } from './use-queue.ts';
import { useQueueActions } from './use-queue-actions.ts';

const EVERY_MS = 15_000;

/** The work queue: what is due first, who has it, and what was sent. */
export function QueueView() {
  const t = useTranslations('disputes');
  const defends = useSession().account.capabilities.includes('defenses');
  const { filter, set } = useQueueFilter();
  const queue = useQueue(filter);
  const now = useNow(queue.dataUpdatedAt, EVERY_MS);
  const { head, items } = queue;
  useQueueActions(queue, set);
  const ready = head !== undefined && now > 0;
  const open = filter.state === 'open';
  return (
    <>
      <PageHead title={t('title')} note={head && <Completeness queue={queue} />}>
        <IconButton icon="refresh" size="md" label={t('refresh')} onClick={() => void queue.readAgain()} />
      </PageHead>
      <div className={`page ${styles.page}`}>
        {queue.error !== null && (
          <ReadError error={queue.error} asOf={head?.asOf} onRetry={() => void queue.refetch()} />
        )}
        <QueueFacets sums={head?.sums} state={filter.state} onState={(state) => set({ state })} />
        {ready && open && <QueueAxis items={items} now={now} />}
        {ready && open && <QueueCallouts head={head} items={items} now={now} />}
        <ReadingNote pages={head === undefined ? [] : [head]} />
        <QueueFilters filter={filter} set={set} queue={queue} />
        {head === undefined && queue.error === null && <QueueRowsWaiting />}
        {ready && items.length === 0 && <QueueEmpty filter={filter} set={set} head={head} />}
        {ready && items.length > 0 && <QueueTable queue={queue} state={filter.state} now={now} />}
        {ready && open && (
          <div className={styles.half}>
            {defends && <AnsweredPanel count={head.sums.answered.count} now={now} />}
            <OutcomesPanel outcomes={head.outcomes} />
          </div>
        )}
      </div>
    </>
  );
}

/** Whether every page of the provider was read: an empty queue means nothing before that. */
function Completeness({ queue: { head, isError } }: { queue: Queue }) {
  const t = useTranslations('disputes');
  const locale = useLocale() as Locale;
  const connected = useConnected();
  if (head === undefined) return null;
  if (head.completeAt === null) return <span className="text-warn-ink">{t('reading')}</span>;
  const at = head.asOf ?? head.completeAt;
  return (
    <time className="inline-flex items-center gap-1.5" dateTime={at} title={withOffset(at)}>
      {!isError && connected && <span className="live-dot" />}
      {t('complete', { time: formatInstant(locale, at, 'time') })}
    </time>
  );
}
