'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { webhooksOptions } from '#lib/webhooks/queries.ts';

type Props = {
  title: string;
  gone: boolean;
  onClose: () => void;
  /** The query that the sheet waits for; by default the list of endpoints. */
  read?: { error: unknown; refetch: () => unknown };
};

/** Replaces a sheet while the endpoint is loading, failed to load, or is not in the list. */
export function SheetAbsent({ title, gone, onClose, read }: Props) {
  const t = useTranslations('webhooks.form');
  const list = useQuery(webhooksOptions(useSession().account.slug));
  const { error, refetch } = read ?? list;
  const waits = !gone && !error;
  return (
    <Drawer label={title} title={title} onClose={onClose}>
      <section aria-busy={waits || undefined}>
        {gone && <EmptyState title={t('gone')} />}
        {!gone && Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
        {waits && <Skeleton width="60%" />}
      </section>
    </Drawer>
  );
}
