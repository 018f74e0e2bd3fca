'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReadError } from '#components/list/read-error.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type ResendLine, resendsOptions } from '#lib/resends/queries.ts';
import { JobProgress } from './job-bar.tsx';
import { LazySheet, nearSheet } from './lazy-sheet.tsx';
import { ResendBadge } from './resend-badge.tsx';
import styles from './resends.module.css';
import { choosing, type Start } from './sheet/start.ts';
import { resendName, useScopeWords } from './use-words.ts';

/** Every resend of the account, newest first. */
export function ResendsView() {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const list = useInfiniteQuery(resendsOptions(account));
  const [start, setStart] = useState<Start | null>(null);
  const jobs = list.data?.pages.flatMap((page) => page.items);
  const asOf = list.dataUpdatedAt > 0 ? new Date(list.dataUpdatedAt).toISOString() : null;
  return (
    <div className="page-fill">
      <DrawerLayout
        room="sheet"
        drawer={start === null ? undefined : <LazySheet start={start} onClose={() => setStart(null)} />}
      >
        <PageHead
          title={t('title')}
          back={{ href: `/${account}/deliveries`, label: t('backToDeliveries') }}
          asOf={asOf}
          live={list.error === null}
          note={t('zone')}
        >
          {mayResend && (
            <Button onPointerEnter={nearSheet} onFocus={nearSheet} onClick={() => setStart(choosing())}>
              {t('action.new')}
            </Button>
          )}
        </PageHead>
        <div className={`page ${styles.page}`}>
          {list.error !== null && (
            <ReadError error={list.error} onRetry={() => void list.refetch()} asOf={asOf} />
          )}
          {jobs?.length === 0 && (
            <EmptyState
              framed
              title={t('list.empty')}
              action={
                <LinkButton href={`/${account}/deliveries?outcome=failed`}>
                  {t('list.emptyAction')}
                </LinkButton>
              }
            >
              {t('list.emptyTodo')}
            </EmptyState>
          )}
          {(jobs === undefined ? list.error === null : jobs.length > 0) && <JobsTable jobs={jobs ?? null} />}
          {list.hasNextPage && (
            <p>
              <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('list.more')}
              </Button>
            </p>
          )}
        </div>
      </DrawerLayout>
    </div>
  );
}

const WAITING = ['first', 'second', 'third', 'fourth'];
const COLUMNS = 7;

/** Null: still read. */
export function JobsTable({ jobs }: { jobs: readonly ResendLine[] | null }) {
  const t = useTranslations('resends.list');
  return (
    <div className="panel overflow-hidden" aria-busy={jobs === null || undefined}>
      <table className={`table ${styles.list}`}>
        <caption className="sr-only">{t('label')}</caption>
        <thead>
          <tr>
            <ColumnHead width="5.5rem">{t('columns.number')}</ColumnHead>
            <ColumnHead width="9.5rem">{t('columns.state')}</ColumnHead>
            <ColumnHead>{t('columns.what')}</ColumnHead>
            <ColumnHead width="16rem">{t('columns.progress')}</ColumnHead>
            <ColumnHead width="9rem">{t('columns.by')}</ColumnHead>
            <ColumnHead width="9.5rem">{t('columns.created')}</ColumnHead>
            <ColumnHead width="8rem" num>
              {t('columns.amount')}
            </ColumnHead>
          </tr>
        </thead>
        <tbody>
          {jobs === null
            ? WAITING.map((row) => (
                <tr key={row}>
                  {Array.from({ length: COLUMNS }, (_, cell) => `${row} ${cell}`).map((cell) => (
                    <td key={cell}>
                      <Skeleton width="60%" />
                    </td>
                  ))}
                </tr>
              ))
            : jobs.map((job) => <JobRow key={job.id} job={job} />)}
        </tbody>
      </table>
    </div>
  );
}

function JobRow({ job }: { job: ResendLine }) {
  const account = useSession().account.slug;
  const words = useScopeWords();
  const what = words(job.scope, job.filter);
  return (
    <tr>
      <td>
        <Link className={styles.link} href={`/${account}/resends/${encodeURIComponent(job.id)}`}>
          {resendName(job.number)}
        </Link>
      </td>
      <td data-right="">
        <ResendBadge job={job} until />
      </td>
      <td title={what}>{what}</td>
      <td data-drop="">
        <JobProgress counts={job.counts} />
      </td>
      <td data-drop="">{job.by.name}</td>
      <td data-drop="">
        <Instant at={job.createdAt} look="minute" />
      </td>
      <td className="num" data-right="">
        <Money cents={job.amount} />
      </td>
    </tr>
  );
}
