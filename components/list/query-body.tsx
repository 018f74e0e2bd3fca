import type { ReactNode } from 'react';
import { ReadError } from './read-error.tsx';

type Props<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** Shown until the first answer or error. */
  skeleton?: ReactNode;
  /** ISO instant of the data still on screen, for the error. */
  asOf?: string | null | undefined;
  /** Absent where only the error is shown. */
  children?: (data: T) => ReactNode;
};

/** A query's data, its placeholder, or the read error; data read before stays on screen below the error. */
export function QueryBody<T>({ query, skeleton, asOf = null, children }: Props<T>) {
  const { data, error, refetch } = query;
  return (
    <>
      {Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} asOf={asOf} />}
      {data === undefined ? !error && skeleton : children?.(data)}
    </>
  );
}
