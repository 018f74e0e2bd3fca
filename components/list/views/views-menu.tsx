'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { usePaletteActions } from '#components/shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { dynamic } from '#components/ui/dynamic.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LazyMenu } from '#components/ui/menu.tsx';
import type { ViewTask } from './use-view-items.tsx';
import type { Views } from './use-views.ts';

const fetchItems = async () => (await import('./use-view-items.tsx')).useViewItems;
/** Dialogs: fetched when a task is chosen. */
const ViewConfirm = dynamic(async () => (await import('./view-confirm.tsx')).ViewConfirm, {
  loading: () => null,
});
const NewViewForm = dynamic(async () => (await import('./view-form.tsx')).NewViewForm, {
  loading: () => null,
});
const ViewNameForm = dynamic(async () => (await import('./view-form.tsx')).ViewNameForm, {
  loading: () => null,
});

/** Shows the list's view, whether the screen still agrees with it, and every action on views. */
export function ViewsMenu({ views }: { views: Views }) {
  const t = useTranslations('views');
  const [task, setTask] = useState<ViewTask | null>(null);
  usePaletteActions('views', useOpenActions(views));
  const { chosen, changed } = views;
  const name = chosen?.name ?? '';
  return (
    <>
      <LazyMenu
        label={t('menu')}
        align="end"
        className="max-w-80"
        items={fetchItems}
        of={{ views, onTask: setTask }}
        trigger={
          <Button
            icon="eye"
            aria-label={chosen === null ? t('button') : t(changed ? 'currentChanged' : 'current', { name })}
            data-changed={changed || undefined}
          >
            <span className={chosen === null ? 'views-none' : 'max-w-40 truncate'}>
              {chosen === null ? t('button') : name}
            </span>
            {changed && <span className="font-normal text-ink-3">· {t('changed')}</span>}
            <Icon name="down" size="s" />
          </Button>
        }
      />
      {task !== null && <Task task={task} views={views} onClose={() => setTask(null)} />}
    </>
  );
}

function Task({ task, views, onClose }: { task: ViewTask; views: Views; onClose: () => void }) {
  if (task.do === 'save') return <NewViewForm views={views} onClose={onClose} />;
  // The newest version of it: somebody else may have changed it since the menu was opened.
  const view = [...views.mine, ...views.others].find(({ id }) => id === task.view.id) ?? task.view;
  const props = { view, views, onClose };
  return task.do === 'rename' ? <ViewNameForm {...props} /> : <ViewConfirm step={task.do} {...props} />;
}

/** Every view by its name, from anywhere on the page. */
function useOpenActions({ mine, others, given, choose }: Views) {
  const t = useTranslations('views');
  return useMemo(
    () =>
      [...mine, ...others, ...given].map((view) => ({
        id: `view-${view.id}`,
        icon: 'eye' as const,
        label: t('action.open', { name: view.name }),
        ...(view.owner !== undefined && !view.mine ? { note: t('by', { name: view.owner.name }) } : {}),
        run: () => choose(view),
      })),
    [mine, others, given, choose, t],
  );
}
