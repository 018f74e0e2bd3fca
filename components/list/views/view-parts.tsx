'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { usePaletteActions } from '#components/app-shell/command-context.tsx';
import type { ViewTask } from './use-view-items.tsx';
import { useColumnsOfLink, useViews, type ViewsOf } from './use-views.ts';
import { ViewConfirm } from './view-confirm.tsx';
import { NewViewForm, ViewNameForm } from './view-form.tsx';
import { NoView, ViewWords } from './view-words.tsx';

/** The view that the address names, and whether the screen still agrees with it. */
export function ViewName({ of }: { of: ViewsOf }) {
  const { chosen, changed } = useColumnsOfLink(of);
  return chosen === null ? <NoView /> : <ViewWords name={chosen.name} changed={changed} />;
}

/** The dialog of a task that was chosen in the menu. */
export function ViewDialog({ task, of, onClose }: { task: ViewTask; of: ViewsOf; onClose: () => void }) {
  const views = useViews(of);
  if (task.do === 'save') return <NewViewForm views={views} onClose={onClose} />;
  // The newest version of it: somebody else may have changed it since the menu was opened.
  const view = [...views.mine, ...views.others].find(({ id }) => id === task.view.id) ?? task.view;
  const props = { view, views, onClose };
  return task.do === 'rename' ? <ViewNameForm {...props} /> : <ViewConfirm step={task.do} {...props} />;
}

/** Every view by its name, from anywhere on the page. */
export function ViewActions({ of }: { of: ViewsOf }) {
  const t = useTranslations('views');
  const { mine, others, given, choose } = useViews(of);
  const actions = useMemo(
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
  usePaletteActions('views', actions);
  return null;
}
