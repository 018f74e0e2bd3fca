'use client';

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { type Reveal, useReveal } from '#components/app-shell/reveal.tsx';
import { cn } from '#components/ui/cn.ts';
import { Facts, PlaceContext } from '#components/ui/facts.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { ReadError } from './read-error.tsx';

/** Error codes for: the provider has no such record, or the id is malformed. */
const MISSING = ['not_found', 'invalid_request'];

/** The read of one record; `data` is undefined until it completes. */
export type RecordRead<T> = { data: T | undefined; error: unknown; refetch: () => unknown };
export type RevealedRead<T> = RecordRead<T> & { reveal: Reveal };

/** Reads one record, masked. Personal data is read in clear only on request, and the audit log records it. */
export function useRecord<T, K extends QueryKey, C extends QueryKey>(
  masked: UseQueryOptions<T, Error, T, K>,
  inClear: UseQueryOptions<T, Error, T, C>,
): RevealedRead<T> {
  const { data, error, refetch } = useQuery(masked);
  const { reveal, clear } = useReveal(inClear);
  return { data: clear ?? data, error, refetch, reveal };
}

type Props<T> = {
  read: RecordRead<T>;
  /** Content for a record that does not exist. */
  absent: ReactNode;
  /** Error codes that mean "does not exist". */
  missing?: readonly string[];
  /** Text for screen readers while the record is read. */
  loading?: string;
  /** Labels shown while the record is read; absent: one placeholder bar. */
  labels?: readonly string[];
  /** True on a page whose parts are not panels themselves. */
  page?: boolean;
  children: (record: T) => ReactNode;
};

/** One record in a drawer or on its page: not found, placeholder, read error, or the record. */
export function RecordBody<T>({
  read,
  absent,
  missing = MISSING,
  loading,
  labels,
  children,
  ...at
}: Props<T>) {
  const { data, error, refetch } = read;
  const inPanels = useContext(PlaceContext) === 'page';
  const page = at.page ?? inPanels;
  if (data === undefined && error instanceof CallError && missing.includes(error.problem.code)) return absent;
  return (
    <>
      {Boolean(error) && (
        <section className={page ? 'mb-4' : undefined}>
          <ReadError error={error} onRetry={() => void refetch()} asOf={asOfOf(data)} />
        </section>
      )}
      {data === undefined && !error && (
        <section
          aria-busy="true"
          aria-label={loading}
          className={page ? cn(panelVariants(), 'p-panel') : undefined}
        >
          {labels === undefined ? (
            <Skeleton width="60%" />
          ) : (
            <Facts of={labels.map((label) => ({ label, value: <Skeleton width="10rem" /> }))} />
          )}
        </section>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

function asOfOf(record: unknown): string | null {
  return (record as { asOf?: string | null } | undefined)?.asOf ?? null;
}
