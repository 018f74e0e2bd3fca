'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { ReadError } from '#components/list/read-error.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { disputeKeys } from '#lib/disputes/queries.ts';
import type { Operation } from '#lib/operations/contract.ts';
import { operationKeys, operationOptions } from '#lib/operations/queries.ts';
import { useTimeLabels } from '../use-time-labels.ts';

type Props = { operationId: string; state: string };

/** A defense whose end is not known yet. It says not to send again, and looks until it is known. */
export function SendingPanel({ operationId, state }: Props) {
  const t = useTranslations('disputes.under');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const query = useQuery(operationOptions(account, operationId));
  const operation = query.data?.operation;
  const now = operation?.state ?? state;
  const ended = now === 'confirmed' || now === 'rejected';
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  }, [ended, client, account]);
  const unknown = now === 'unknown';
  return (
    <section className="panel local grid gap-3 p-panel" aria-labelledby="under-way">
      <div className="flex flex-wrap items-center gap-2">
        <Icon name="unknown" tone="idle" />
        <h2 id="under-way" ref={title} tabIndex={-1}>
          {t(unknown ? 'title' : 'titleSending')}
        </h2>
        {operation !== undefined && unknown && (
          <span className="ml-auto">
            <Badge local icon="refresh">
              {t('times', { count: operation.lookUps })}
            </Badge>
          </span>
        )}
      </div>
      <Words operation={operation} unknown={unknown} />
      {query.error !== null && <ReadError error={query.error} onRetry={() => void query.refetch()} />}
      {operation !== undefined && <Sent operation={operation} readAt={query.dataUpdatedAt} />}
      {operation?.may.lookUp && <LookUp id={operationId} />}
    </section>
  );
}

function Words({ operation, unknown }: { operation: Operation | undefined; unknown: boolean }) {
  const t = useTranslations('disputes.under');
  const locale = useLocale() as Locale;
  const at = operation?.sentAt ?? operation?.createdAt;
  const b = (chunks: React.ReactNode) => <b>{chunks}</b>;
  if (!unknown || at === undefined) return <p role="status">{t('wordsSending')}</p>;
  return <p role="status">{t.rich('words', { time: formatInstant(locale, at, 'time'), b })}</p>;
}

function Sent({ operation, readAt }: { operation: Operation; readAt: number }) {
  const t = useTranslations('disputes.under');
  const { actor, intent, nextLookUpAt: next, id } = operation;
  const { characters, files } = intent;
  return (
    <Facts
      of={[
        { label: t('sentBy'), value: actor.name },
        {
          label: t('version'),
          value:
            typeof characters === 'number' &&
            t('versionNote', { characters, files: typeof files === 'number' ? files : 0 }),
        },
        { label: t('next'), value: next !== null && <NextLookUp at={next} readAt={readAt} /> },
        { label: t('operation'), id },
      ]}
    />
  );
}

function NextLookUp({ at, readAt }: { at: string; readAt: number }) {
  const t = useTranslations('disputes');
  const due = useTranslations('due');
  const locale = useLocale() as Locale;
  const words = useTimeLabels();
  const left = Date.parse(at) - useNow(readAt, 1000);
  if (left <= 0) return t('under.nextNow');
  const time = formatInstant(locale, at, 'time');
  const short = due('left.seconds', { seconds: Math.ceil(left / 1000) });
  return t('under.nextIn', { time, left: left < 90_000 ? short : words.left(left) });
}

function LookUp({ id }: { id: string }) {
  const t = useTranslations('disputes.under');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const look = useOperation('POST /operations/{id}/look-up', {
    params: { id },
    proof: 'when-asked',
    onDone: (detail) => client.setQueryData(operationKeys.detail(account, id), detail),
  });
  return (
    <div>
      <Button disabled={look.busy} aria-busy={look.busy} onClick={() => void look.submit(undefined)}>
        {t('lookUp')}
      </Button>
      {look.error !== null && <ReadError error={look.error} onRetry={() => void look.submit(undefined)} />}
    </div>
  );
}
