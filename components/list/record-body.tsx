'use client';

import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { ReadError } from './read-error.tsx';

/** Tells if the service answered that the record does not exist. */
export const isMissing = (error: unknown, codes: readonly string[] = ['not_found']): boolean =>
  error instanceof CallError && codes.includes(error.problem.code);

type Props = {
  read: { error: unknown; refetch: () => unknown };
  asOf?: string | null | undefined;
  /** Words for a record that does not exist; null when it exists, or that is not known. */
  absent: ReactNode;
  /** It was read, or the list beside it holds it. */
  known: boolean;
  /** Words shown while the record is read. */
  loading?: string;
  /** The record. */
  children: ReactNode;
};

/** Content of a record's drawer: its absence, a read error, bars while it is read, then the record. */
export function RecordBody({ read, asOf = null, absent, known, loading, children }: Props) {
  const { error, refetch } = read;
  const failed = error !== null && error !== undefined;
  return (
    <>
      {absent}
      {failed && !absent && (
        <section>
          <ReadError error={error} onRetry={() => void refetch()} asOf={asOf} />
        </section>
      )}
      {!known && !failed && (
        <section aria-busy="true" aria-label={loading}>
          <Skeleton width="60%" />
        </section>
      )}
      {children}
    </>
  );
}
