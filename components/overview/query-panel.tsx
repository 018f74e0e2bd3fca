'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { causeOf, withWait } from '#lib/api/retries.ts';

/** The cause that the page has said already, for all its panels; see `sharedFailure`. */
export const SaidAbove = createContext<string | null>(null);

type Props<T> = {
  query: UseQueryResult<T>;
  title: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  /** The panel's own form, with bars where values come. */
  skeleton: ReactNode;
  padded?: boolean;
  className?: string;
  /** Another panel of the page shows the same reading and tells of its failure. */
  second?: boolean;
  children: (data: T) => ReactNode;
};

/** A panel that loads and fails alone. What was seen stays: the page says how old it is and tries again. */
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
