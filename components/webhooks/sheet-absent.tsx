'use client';

import { useTranslations } from 'next-intl';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

type Props = { title: string; gone: boolean; onClose: () => void };

/** While the endpoint is read, or where it is not in the list. */
export function SheetAbsent({ title, gone, onClose }: Props) {
  const t = useTranslations('webhooks.form');
  return (
    <Drawer label={title} title={title} onClose={onClose}>
      <section aria-busy={gone ? undefined : true}>
        {gone ? <EmptyState title={t('gone')} /> : <Skeleton width="60%" />}
      </section>
    </Drawer>
  );
}
