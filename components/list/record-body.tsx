import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useContext } from 'react';
import { type Reveal, useReveal } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { IconButton, LinkButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Facts, PlaceContext } from '#components/ui/facts.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/toast.tsx';
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

/** Message namespace: nouns have different genders in Portuguese, so each list has its own texts. */
type Of = 'statement.detail' | 'transactions.detail' | 'deliveries.detail' | 'audit.drawer';
type StepProps = {
  of: Of;
  at: number;
  rowAt: (index: number) => { id: string } | undefined;
  onOpen: (id: string) => void;
};

/** Buttons from the open record to the previous and next one of the list. */
export function StepTools({ of, at, rowAt, onOpen }: StepProps) {
  const t = useTranslations(of);
  const { singleKeys } = useSession().session.preferences;
  const step = (by: -1 | 1) => {
    const row = at < 0 ? undefined : rowAt(at + by);
    return {
      disabled: row === undefined,
      onClick: () => row && onOpen(row.id),
      ...(singleKeys ? { shortcut: by < 0 ? 'k' : 'j' } : {}),
    };
  };
  return (
    <>
      <IconButton icon="up" label={t('previous')} {...step(-1)} />
      <IconButton icon="down" label={t('next')} {...step(1)} />
    </>
  );
}

/** Copies the link to a record, and links to its own `page`; without one, copies the current URL. */
export function LinkTools({ of, page }: { of: Of; page?: { href: string; label: string } }) {
  const t = useTranslations(of);
  const toast = useToast();
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(page?.href ?? location.href, location.href).href);
    toast(t('linkCopied'));
  };
  return (
    <>
      <IconButton icon="link" label={t('copyLink')} onClick={() => void copyLink()} />
      {page && <LinkButton href={page.href} icon="open" variant="quiet" size="sm" iconOnly={page.label} />}
    </>
  );
}
