'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { operationStyle } from '#components/operations/operation-labels.ts';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { useToday } from '#components/ui/use-now.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { changesOptions, type WebhookRow } from '#lib/webhooks/queries.ts';
import { targetUrl } from '#lib/webhooks/target.ts';

/** Webhook changes made through Guichê and who made them, newest first. */
export function ChangesPanel({ rows }: { rows: readonly WebhookRow[] }) {
  const t = useTranslations('webhooks.changes');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(changesOptions(account));
  const all = (
    <Link className="text-xs" href={`/${account}/operations`}>
      {t('all')}
    </Link>
  );
  return (
    <Panel title={t('title')} action={all} busy={data === undefined && !error}>
      {Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton width="70%" />}
      {data?.items.length === 0 && <p className="text-ink-3">{t('none')}</p>}
      {data && data.items.length > 0 && (
        <Timeline label={t('label')}>
          {data.items.map((operation) => (
            <Line key={operation.id} operation={operation} rows={rows} />
          ))}
        </Timeline>
      )}
    </Panel>
  );
}

function Line({ operation, rows }: { operation: Operation; rows: readonly WebhookRow[] }) {
  const t = useTranslations('webhooks.changes');
  const me = useSession().session.operator.id;
  const today = useToday();
  const { kind, actor, state, providerRequestId, problem } = operation;
  const who = actor.id === me ? t('you') : actor.name;
  const target = targetUrl(operation, rows);
  const at = operation.settledAt ?? operation.createdAt;
  const words = t.has(kind) ? t(kind as 'webhook.edit', { who, target }) : t('other', { who, kind });
  const icon = state === 'confirmed' ? ({ shape: 'operator', tone: 'idle' } as const) : operationStyle(state);
  const note = [
    state === 'rejected' && (
      <span key="state">
        {t('rejected')} {problem?.title && `· ${problem.title}`}
      </span>
    ),
    (state === 'unknown' || state === 'sent') && <span key="state">{t('unknown')}</span>,
    providerRequestId && (
      <span key="request" className="inline-flex items-center gap-1">
        {t('request')} <CopyId value={providerRequestId} />
      </span>
    ),
  ].filter(Boolean);
  return (
    <TimelineItem
      shape={icon.shape}
      tone={icon.tone}
      what={words}
      when={<Instant at={at} variant={saoPauloDay(at) === today ? 'time' : 'minute'} />}
      {...(note.length > 0 ? { note: <span className="flex flex-wrap gap-x-3">{note}</span> } : {})}
    />
  );
}
