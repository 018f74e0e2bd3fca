'use client';

import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { ReadError } from './read-error.tsx';

/** Whether the record was answered not to be there. */
export const isMissing = (error: unknown, codes: readonly string[] = ['not_found']): boolean =>
  error instanceof CallError && codes.includes(error.problem.code);

type Props = {
  read: { error: unknown; refetch: () => unknown };
  asOf?: string | null | undefined;
  /** What is said where it is not there; null where it is, or that is not known. */
  absent: ReactNode;
  /** It was read, or the list beside it holds it. */
  known: boolean;
  /** What is said while it is read. */
  loading?: string;
  /** The record. */
  children: ReactNode;
};

/** What stands in a record's drawer: that it is not there, why it was not read, bars while it is, and then itself. */
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
