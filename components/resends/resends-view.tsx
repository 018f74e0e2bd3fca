'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ListRows } from '#components/list/table/list-rows.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { Button } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { resendsOptions } from '#lib/resends/queries.ts';
import { LazySheet, nearSheet } from './lazy-sheet.tsx';
import { useResendTable } from './resend-rows.tsx';
import styles from './resends.module.css';
import { choosing, type Start } from './sheet/start.ts';

/** Every resend of the account, newest first. */
export function ResendsView() {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const list = useInfiniteQuery(resendsOptions(account));
  const [start, setStart] = useState<Start | null>(null);
  useRowOpens();
  const asOf = list.dataUpdatedAt > 0 ? new Date(list.dataUpdatedAt).toISOString() : null;
  return (
    <div className="page-fill">
      <DrawerLayout
        room="sheet"
        drawer={start === null ? undefined : <LazySheet start={start} onClose={() => setStart(null)} />}
      >
        <PageHead
          title={t('title')}
          back={{ href: `/${account}/deliveries`, label: t('backToDeliveries') }}
          asOf={asOf}
          live={list.error === null}
          note={t('zone')}
        >
          {mayResend && (
            <Button onPointerEnter={nearSheet} onFocus={nearSheet} onClick={() => setStart(choosing())}>
              {t('action.new')}
            </Button>
          )}
        </PageHead>
        <div className={`page ${styles.page}`}>
          <div className="panel overflow-hidden">
            <ListRows
              {...useResendTable()}
              query={list}
              empty={
                <EmptyState
                  title={t('list.empty')}
                  action={
                    <LinkButton href={`/${account}/deliveries?outcome=failed`}>
                      {t('list.emptyAction')}
                    </LinkButton>
                  }
                >
                  {t('list.emptyTodo')}
                </EmptyState>
              }
            />
          </div>
        </div>
      </DrawerLayout>
    </div>
  );
}
