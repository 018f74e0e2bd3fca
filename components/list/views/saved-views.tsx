'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCommands } from '#components/app-shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useViewItems, type ViewTask } from './use-view-items.tsx';
import type { ViewsOf } from './use-views.ts';
import { ViewActions, ViewName } from './view-parts.tsx';
import { NoView, useViewInAddress } from './view-words.tsx';

const ViewDialog = dynamic(async () => (await import('./view-parts.tsx')).ViewDialog, { ssr: false });

/** The saved views of a list: its statement and what is on screen are all that is asked for. */
export function SavedViews(of: ViewsOf) {
  const t = useTranslations('views');
  const [id] = useViewInAddress();
  const [task, setTask] = useState<ViewTask | null>(null);
  const items = useViewItems({ of, onTask: setTask });
  const { open } = useCommands();
  return (
    <>
      <Menu
        label={t('menu')}
        align="end"
        className="max-w-80"
        items={items}
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
