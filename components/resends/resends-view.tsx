'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NewButton } from '#components/app-shell/new-button.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, useListPanel } from '#components/list/list-panel.tsx';
import { useRowOpens } from '#components/list/use-row-opens.ts';
import { cn } from '#components/ui/cn.ts';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel-variants.ts';
import { resendsOptions } from '#lib/resends/queries.ts';
import { resendsList } from '#lib/resends/resends.list.ts';
import { choosing } from '#lib/resends/start.ts';
import { useResendTable } from './resend-rows.tsx';
import { resendName } from './use-labels.ts';
import { useStart } from './use-start.tsx';

/** The resends of the account, newest first unless asked otherwise. */
export function ResendsView() {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const state = useListFilters({
    list: resendsList,
    say: (_, word) => t(`state.${word as 'queued'}`),
  });
  const { filters } = state;
  const query = useInfiniteQuery(resendsOptions(account, filters));
  const table = useResendTable();
  const { setStart, sheet } = useStart();
  useRowOpens();
  const panel = useListPanel({ list: resendsList, state, query, file: t('file'), words: table.words });
  return (
    <PageFrame>
      <DrawerLayout room="sheet" drawer={sheet}>
        <PageHead title={t('title')} asOf={panel.now} live={query.error === null} note={t('zone')}>
          {panel.tools}
          {mayResend && !sheet && <NewButton label={t('action.new')} onPress={() => setStart(choosing())} />}
        </PageHead>
        <Page layout="stack">
          <div className={cn(panelVariants(), 'overflow-hidden')}>
            <ListBar panel={panel} />
            <ListBody
              {...table}
              panel={panel}
              query={query}
              nameOf={({ number }) => resendName(number)}
              amountOf={({ amount }) => ({ cents: amount, direction: 'still' })}
              empty={{
                read: (change) => resendsOptions(account, { ...filters, ...change }),
                none: {
                  title: t('list.empty'),
                  todo: t('list.emptyTodo'),
                  action: (
                    <LinkButton href={`/${account}/deliveries?outcome=failed`}>
                      {t('list.emptyAction')}
                    </LinkButton>
                  ),
                },
              }}
            />
          </div>
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}
