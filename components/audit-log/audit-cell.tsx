'use client';

import { useQuery } from '@tanstack/react-query';
import { cva } from 'class-variance-authority';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { useKindLabels } from '#components/operations/operation-labels.ts';
import { shortId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList, ListLine } from '#components/ui/list-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import { actionKey, partsOf } from '#lib/audit-log/actions.ts';
import type { AuditColumn } from '#lib/audit-log/audit.list.ts';
import { type Entry, latestOptions } from '#lib/audit-log/queries.ts';
import { formatBrl } from '#lib/core/money.ts';

/** Number of the last verified entry. The chain's line is dashed above it. */
export const VerifiedContext = createContext(0);

const CELLS: Record<AuditColumn, (entry: Entry) => ReactNode> = {
  chain: ({ id }) => <ChainLink id={id} />,
  time: ({ at }) => <Instant at={at} variant="time" />,
  who: (entry) => <Who entry={entry} />,
  what: ({ action }) => <What action={action} />,
  amount: ({ amount }) => amount !== null && <Money cents={amount} />,
  target: (entry) => <Target entry={entry} />,
  account: (entry) => <Account entry={entry} />,
  result: ({ result }) => <Result result={result} />,
};

export const AuditCell = ({ row, column }: { row: Entry; column: string }) =>
  CELLS[column as AuditColumn](row);

/** The chain's line in the first column, solid for verified entries. */
const chainLink = cva(
  [
    'before:absolute before:-inset-y-px before:start-1/2 before:-translate-x-1/2 before:border-s-2',
    'after:absolute after:start-1/2 after:top-1/2 after:size-[0.4375rem] after:-translate-1/2 after:rounded-1',
    'after:border-[1.5px] after:bg-surface',
  ],
  {
    variants: {
      isNew: {
        true: 'before:border-line-control before:border-dashed after:border-line-control after:border-dashed',
        false: 'before:border-ok-line after:border-ok-line',
      },
    },
  },
);

function ChainLink({ id }: { id: string }) {
  const t = useTranslations('audit.chain');
  const isNew = Number(id) > useContext(VerifiedContext);
  return (
    <span data-chain="" className={chainLink({ isNew })}>
      <span className="sr-only">{t(isNew ? 'isNew' : 'isVerified')}</span>
    </span>
  );
}

/** Labels of actions. An action of a later version is shown as stored. */
export function useActionLabels(): (action: string) => string {
  const t = useTranslations('audit');
  const kinds = useKindLabels();
  return useCallback(
    (action) => {
      const parts = partsOf(action);
      const key = actionKey(parts);
      if (!t.has(key)) return action;
      return t(key as 'step.requested', { thing: parts.as === 'step' ? kinds(parts.kind) : '' });
    },
    [t, kinds],
  );
}

/** Label of an entry's actor: a name, Guichê itself, or a person who was not signed in. */
export function useWho(): (entry: Pick<Entry, 'operator' | 'action' | 'result'>) => string {
  const t = useTranslations('audit.who');
  return ({ operator, action, result }) => {
    if (operator !== null) return operator.name ?? operator.id;
    return t(action === 'sign-in' && result === 'refused' ? 'nobody' : 'product');
  };
}

function Who({ entry }: { entry: Entry }) {
  const who = useWho()(entry);
  return <span className={entry.operator === null ? 'text-ink-3' : undefined}>{who}</span>;
}

function What({ action }: Pick<Entry, 'action'>) {
  return <span title={action}>{useActionLabels()(action)}</span>;
}

function Target({ entry: { target, targetName } }: { entry: Entry }) {
  if (target === null) return <span className="text-ink-3">–</span>;
  return (
    <span className={targetName === null ? 'mono text-ink-2' : 'text-ink-2'} title={target}>
      {targetName ?? shortId(target)}
    </span>
  );
}

function Account({ entry: { account } }: { entry: Entry }) {
  const t = useTranslations('audit');
  return account?.name ?? <span className="text-ink-3">{t('allAccounts')}</span>;
}

const STATUS_KINDS = { ok: 'ok', refused: 'warn', failed: 'danger' } as const;

export function Result({ result }: Pick<Entry, 'result'>) {
  const t = useTranslations('audit.result');
  return (
    <Status kind={STATUS_KINDS[result]} calm={result === 'ok'}>
      {t(result)}
    </Status>
  );
}

/** A person's latest actions, newest first. Each links to its entry in the log of this person. */
export function LatestActions({ operator }: { operator: string }) {
  const t = useTranslations('audit.latest');
  const { data, error, refetch } = useQuery(latestOptions(operator));
  const actionLabel = useActionLabels();
  if (error !== null) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ReadingLine label={t('reading')} width="60%" />;
  if (data.items.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  return (
    <LineList aria-label={t('label')}>
      {data.items.map(({ id, at, action, amount, targetName, account, result }) => (
        <ListLine
          key={id}
          name={
            <Link href={`/settings/audit?operator=${encodeURIComponent(operator)}&open=${id}`}>
              {actionLabel(action)}
              {amount !== null && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">{formatBrl(amount)}</span>
                </>
              )}
            </Link>
          }
          note={[targetName, account?.name].filter(Boolean).join(' · ')}
        >
          {result !== 'ok' && <Result result={result} />}
          <Instant at={at} variant="minute" />
        </ListLine>
      ))}
    </LineList>
  );
}
