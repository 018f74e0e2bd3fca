'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useCommands } from '#components/shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { dynamic } from '#components/ui/dynamic.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LazyMenu } from '#components/ui/menu.tsx';
import { NoView, useViewInAddress } from './no-view.tsx';
import type { ViewTask } from './use-view-items.tsx';
import type { ViewsOf } from './use-views.ts';

const fetchItems = async () => (await import('./use-view-items.tsx')).useViewItems;
type NameProps = ComponentProps<typeof import('./view-parts.tsx').ViewName>;
const ViewName = dynamic<NameProps>(async () => (await import('./view-parts.tsx')).ViewName, {
  loading: NoView,
});
const ViewDialog = dynamic(async () => (await import('./view-parts.tsx')).ViewDialog, {
  loading: () => null,
});
const ViewActions = dynamic(async () => (await import('./view-parts.tsx')).ViewActions, {
  loading: () => null,
});

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
