'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useCommands } from '#components/shell/command-context.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { Icon } from '#components/ui/icon.tsx';
import { LazyMenu } from '#components/ui/menu.tsx';
import type { ViewPage } from '#lib/views/lists.ts';
import { placeOf } from '#lib/views/place.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import type { ViewTask } from './use-view-items.tsx';
import type { ViewsOf } from './use-views.ts';
import { NoView, useViewInAddress, ViewWords } from './view-words.tsx';

type NameProps = ComponentProps<typeof import('./view-parts.tsx').ViewName>;
const ViewName = dynamic<NameProps>(async () => (await import('./view-parts.tsx')).ViewName, {
  loading: Named,
  stays: true,
});
const ViewDialog = dynamic(async () => (await import('./view-parts.tsx')).ViewDialog, {
  loading: () => null,
});
const ViewActions = dynamic(async () => (await import('./view-parts.tsx')).ViewActions, {
  loading: () => null,
  stays: true,
});
const nearDialog = fetchNear(ViewDialog);
const fetchItems = async () => {
  nearDialog();
  return (await import('./use-view-items.tsx')).useViewItems;
};

/**
 * The saved views of a list: its statement and what is on screen are all that is asked for. The views themselves come
 * when the address names one, when the button is approached, and for the palette.
 */
export function SavedViews(of: ViewsOf) {
  const t = useTranslations('views');
  const [id] = useViewInAddress();
  const [task, setTask] = useState<ViewTask | null>(null);
  const { open } = useCommands();
  return (
    <>
      <LazyMenu
        label={t('menu')}
        align="end"
        className="max-w-80"
        items={fetchItems}
        of={{ of, onTask: setTask }}
        trigger={
          <Button icon="eye">
            {id === null ? <NoView /> : <ViewName of={of} />}
            <Icon name="down" size="s" />
          </Button>
        }
      />
      {task !== null && <ViewDialog task={task} of={of} onClose={() => setTask(null)} />}
      {open === 'palette' && <ViewActions of={of} />}
    </>
  );
}

/** The name that came with the page, until it is known whether the screen still agrees with the view. */
function Named({ of: { list } }: NameProps) {
  const [id] = useViewInAddress();
  const page = list.name as ViewPage;
  const { queryKey } = viewsOptions(placeOf(page, useSession().account.slug), page);
  const name = useQueryClient()
    .getQueryData(queryKey)
    ?.find((view) => view.id === id)?.name;
  return name === undefined ? <NoView /> : <ViewWords name={name} />;
}
