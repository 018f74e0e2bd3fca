'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { daysBetween, saoPauloDay } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { type ApprovalCheck, checksOptions } from '#lib/payments/queries.ts';

const STYLES: Record<ApprovalCheck['state'], [IconName, Tone]> = {
  ok: ['check', 'ok'],
  fails: ['octagon', 'danger'],
  note: ['info', 'idle'],
  unread: ['triangle', 'warn'],
};

/** Checks that run when the page opens; each speaks for or against the payment. */
export function Checks({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval.checks');
  const { slug } = useSession().account;
  const { data, error, refetch } = useQuery(checksOptions(slug, operation.id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: it contains no field
    <div
      role="group"
      className="mt-3 border-t border-line pt-2"
      aria-label={t('title')}
      aria-busy={(!data && !error) || undefined}
    >
      <p className="flex flex-wrap justify-between gap-2 text-xs text-ink-3">
        <b className="text-ink-2">{t('title')}</b>
        {data && <span>{t.rich('at', { time: () => <Instant at={data.asOf} variant="time" /> })}</span>}
      </p>
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ReadingLine words={t('reading')} width="60%" />}
      <LineList>
        {data?.checks.map((check) => (
          <Line
            key={check.name}
            check={check}
            requester={operation.actor.name}
            slug={slug}
            days={daysBetween(saoPauloDay(check.at ?? data.asOf), saoPauloDay(data.asOf))}
          />
        ))}
      </LineList>
    </div>
  );
}

type LineProps = { check: ApprovalCheck; requester: string; slug: string; days: number };

function Line({ check, requester, slug, days }: LineProps) {
  const t = useTranslations('operations.approval.checks');
  const { name, state, why, amount, count, operationId, at } = check;
  const [icon, tone] = STYLES[state];
  const key = `${name}.${why ?? state}`;
  // Without a look-up it is unknown when the key's holder was seen.
  const more = t.has(`${key}More`) && (name !== 'key' || at !== null);
  const values = {
    name: requester,
    count: count ?? 0,
    days,
    amount: amount === null ? '' : formatBrl(amount),
    when: () => <Instant at={at} variant="minute" />,
    link: (words: ReactNode) => <Link href={`/${slug}/operations/${operationId}`}>{words}</Link>,
  };
  return (
    <li data-check={name} data-state={state}>
      <Icon name={icon} tone={tone} />
      <span className={state === 'fails' ? 'min-w-0 flex-1 text-danger-ink' : 'min-w-0 flex-1 text-ink'}>
        {t.rich(key as 'key.ok', values)}
        {more && (
          <span className="block text-xs text-ink-3">{t.rich(`${key}More` as 'twin.failsMore', values)}</span>
        )}
      </span>
    </li>
  );
}
