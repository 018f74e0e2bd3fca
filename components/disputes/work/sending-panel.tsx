'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { LookUpButton } from '#components/operations/look-up-button.tsx';
import { NextLookUp } from '#components/operations/next-look-up.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel-variants.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { disputeKeys } from '#lib/disputes/queries.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { NextDue } from './next-due.tsx';

type Props = { id: string; operationId: string; state: string };

/** A defense whose end is not known yet. It says not to send again, and looks until it is known. */
export function SendingPanel({ id, operationId, state }: Props) {
  const t = useTranslations('disputes.under');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const { operation, error, refetch } = useFollowed(operationId);
  const now = operation?.state ?? state;
  const ended = now === 'confirmed' || now === 'rejected';
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  }, [ended, client, account]);
  const unknown = now === 'unknown';
  return (
    <section className={cn(panelVariants({ local: true }), 'grid gap-3 p-panel')} aria-labelledby="under-way">
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
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {operation !== undefined && <Sent operation={operation} />}
      {operation !== undefined && (
        <div className="flex flex-wrap items-center gap-2">
          {operation.may.lookUp && <LookUpButton operation={operation} />}
          <span className="text-xs text-ink-3">
            <NextLookUp operation={operation} />
          </span>
        </div>
      )}
      <NextDue after={id} />
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

function Sent({ operation }: { operation: Operation }) {
  const t = useTranslations('disputes.under');
  const { actor, intent, id } = operation;
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
        { label: t('operation'), id },
      ]}
    />
  );
}
