'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { usePaletteActions } from '#components/shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu } from '#components/ui/menu.tsx';
import type { FilterState } from '../filters/use-list-filters.ts';
import { useViewItems, type ViewTask } from './use-view-items.tsx';
import type { Views } from './use-views.ts';

/** Dialogs: fetched when a task is chosen. */
const ViewConfirm = dynamic(async () => (await import('./view-confirm.tsx')).ViewConfirm, {
  loading: () => null,
});
const ViewForm = dynamic(async () => (await import('./view-form.tsx')).ViewForm, { loading: () => null });

type Props = { views: Views; state: FilterState };

/** Which view the list shows, whether the screen still agrees with it, and all that can be done with views. */
export function ViewsMenu({ views, state }: Props) {
  const t = useTranslations('views');
  const [task, setTask] = useState<ViewTask | null>(null);
  const items = useViewItems(views, setTask);
  usePaletteActions('views', useOpenActions(views));
  const { chosen, changed } = views;
  const close = () => setTask(null);
  const name = chosen?.name ?? '';
  return (
    <>
      <Menu
        label={t('menu')}
        align="end"
        className="max-w-80"
        items={items}
        trigger={
          <Button
            icon="eye"
            aria-label={chosen === null ? undefined : t(changed ? 'currentChanged' : 'current', { name })}
            data-changed={changed || undefined}
          >
            <span className="max-w-40 truncate">{chosen === null ? t('button') : name}</span>
            {changed && <span className="font-normal text-ink-3">· {t('changed')}</span>}
            <Icon name="down" size="s" />
          </Button>
        }
      />
      {task !== null && (task.do === 'save' || task.do === 'rename') && (
        <ViewForm task={task} views={views} state={state} onClose={close} />
      )}
      {task !== null && task.do !== 'save' && task.do !== 'rename' && (
        <ViewConfirm task={task} views={views} state={state} onClose={close} />
      )}
    </>
  );
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
        ...(view.owner !== undefined && !view.mine ? { note: t('of', { name: view.owner.name }) } : {}),
        run: () => choose(view),
      })),
    [mine, others, given, choose, t],
  );
}
