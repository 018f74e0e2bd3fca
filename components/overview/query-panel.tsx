'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';
import { causeOf, withWait } from '#lib/api/retries.ts';

/** Cause of a failure that the page already shows above its panels; see `sharedFailure`. */
export const SaidAbove = createContext<string | null>(null);

type Props<T> = {
  query: UseQueryResult<T>;
  title: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  /** The panel's layout with placeholders for its values. */
  skeleton: ReactNode;
  padded?: boolean;
  className?: string;
  /** Another panel shows the same query and reports its failure. */
  second?: boolean;
  children: (data: T) => ReactNode;
};

/** A panel that loads and fails by itself. Older data stays on screen; the page shows its age and retries. */
export function QueryPanel<T>({ query, skeleton, second = false, children, ...frame }: Props<T>) {
  const t = useTranslations('overview');
  const said = useContext(SaidAbove);
  const error = useMemo(() => withWait(query.error), [query.error]);
  if (query.data !== undefined) return <Panel {...frame}>{children(query.data)}</Panel>;
  if (query.error === null)
    return (
      <Panel {...frame} busy>
        <span className="sr-only">{t('loading')}</span>
        {skeleton}
      </Panel>
    );
  if (second) return null;
  if (said !== null && causeOf(query.error) === said)
    return (
      <Panel {...frame} padded>
        <p className="text-ink-3">{t('seeAbove')}</p>
      </Panel>
    );
  return (
    <Panel {...frame} padded={false}>
      <ErrorCard
        className="border-0"
        error={error}
        onRetry={() => void query.refetch({ cancelRefetch: false })}
      />
    </Panel>
  );
}

type CheckLineProps = { kind: StatusKind; what: ReactNode; aside?: ReactNode; children?: ReactNode };

/** One line of a `CheckList`: a status, a text, and details. */
export function CheckLine({ kind, what, aside, children }: CheckLineProps) {
  const { shape, tone } = statusStyle(kind);
  return (
    <li>
      <Icon name={shape} tone={tone} />
      <span className="what">{what}</span>
      <span className="aside">{aside}</span>
      {children && <div className="note">{children}</div>}
    </li>
  );
}

/** Placeholder of a `CheckList` with these lines. */
export function WaitingChecks({ lines }: { lines: readonly string[] }) {
  return (
    <CheckList>
      {lines.map((line) => (
        <li key={line}>
          <Skeleton width="1rem" />
          <Skeleton width="9rem" />
          <Skeleton width="4rem" />
        </li>
      ))}
    </CheckList>
  );
}
