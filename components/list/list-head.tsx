'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';

type Props = {
  title: string;
  note?: ReactNode;
  children?: ReactNode;
  query: {
    data: { pages: readonly { asOf: string }[] } | undefined;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
};

/** The title of a page, and how old its list is; only a first page renews itself. */
export function ListHead({ title, note, children, query: { data, error, refetch } }: Props) {
  const t = useTranslations('list.head');
  return (
    <PageHead
      title={title}
      note={note}
      asOf={data?.pages[0]?.asOf}
      live={error === null && data?.pages.length === 1}
    >
      <RefreshButton label={t('refresh')} onRefresh={refetch} />
      {children}
    </PageHead>
  );
}
