'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCommands } from '#components/app-shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import type { SavedView } from '#lib/views/contract.ts';
import { useViews, type View, type Views, type ViewsOf } from './use-views.ts';
import { NoView, useViewInAddress } from './view-content.tsx';
import { ViewActions, ViewName } from './view-parts.tsx';

const ViewDialog = dynamic(async () => (await import('./view-parts.tsx')).ViewDialog, { ssr: false });

export type ViewTask =
  | { do: 'save' }
  | { do: 'rename' | 'update' | 'share' | 'unshare' | 'delete'; view: SavedView };

type Words = ReturnType<typeof useTranslations<'views'>>;

type Of = { of: ViewsOf; onTask: (task: ViewTask) => void };

/** The menu items: the views, the actions on the chosen view, and saving a new one. */
function useViewItems({ of, onTask }: Of): MenuItem[] {
  const t = useTranslations('views');
  const views = useViews(of);
  const { mine, others, given, chosen } = views;
  const none = mine.length + others.length + given.length === 0;
  const saved = [...mine, ...others].find(({ id }) => id === chosen?.id) ?? null;
  return [
    ...(views.error === null ? [] : failure(t, views.retry)),
    ...(none && views.error === null ? [{ kind: 'words' as const, id: 'none', label: t('none') }] : []),
    ...group(t, views, 'mine'),
    ...group(t, views, 'account'),
    ...group(t, views, 'given'),
    { kind: 'rule', id: 'rule-views' },
    ...(chosen === null ? [] : ofChosen(t, views, saved ?? chosen, onTask, saved)),
    {
      kind: 'item',
      id: 'save',
      icon: 'plus',
      label: t('action.saveAs'),
      onSelect: () => onTask({ do: 'save' }),
    },
  ];
}

function failure(t: Words, retry: () => void): MenuItem[] {
  return [
    { kind: 'words', id: 'failed', label: t('failed') },
    { kind: 'item', id: 'retry', icon: 'refresh', label: t('again'), onSelect: retry },
  ];
}

function group(t: Words, all: Views, which: 'mine' | 'account' | 'given'): MenuItem[] {
  const { mine, others, given, chosen, choose } = all;
  const views: readonly View[] = { mine, account: others, given }[which];
  if (views.length === 0) return [];
  const open = (id: string) => {
    const view = views.find((one) => one.id === id);
    if (view !== undefined) choose(view);
  };
  return [
    {
      kind: 'choice',
      id: which,
      label: t(which),
      value: chosen?.id ?? '',
      onChange: open,
      options: views.map((view) => ({ value: view.id, label: <ViewLabel view={view} /> })),
    },
  ];
}

function ViewLabel({ view }: { view: View }) {
  const t = useTranslations('views');
  const note = view.mine
    ? view.shared && t('sharedMark')
    : view.owner !== undefined && t('by', { name: view.owner.name });
  return (
    <span className="min-w-0 flex-1 break-words">
      {view.name}
      {note && <span className="block text-2xs text-ink-3">{note}</span>}
    </span>
  );
}

function ofChosen(
  t: Words,
  { changed, choose, leave }: Views,
  view: View,
  onTask: (task: ViewTask) => void,
  saved: SavedView | null,
): MenuItem[] {
  const item = (id: string, icon: IconName, label: string, onSelect: () => void): MenuItem[] => [
    { kind: 'item', id, icon, label, onSelect },
  ];
  const task = (what: Exclude<ViewTask['do'], 'save'>, icon: IconName) =>
    saved?.mayChange ? item(what, icon, t(`action.${what}`), () => onTask({ do: what, view: saved })) : [];
  return [
    ...(changed ? item('back', 'left', t('action.back'), () => choose(view)) : []),
    ...(changed ? task('update', 'tick') : []),
    ...task('rename', 'file'),
    ...(saved?.shared ? task('unshare', 'lock') : task('share', 'user')),
    ...task('delete', 'x'),
    ...item('leave', 'transactions', t('action.leave'), leave),
    { kind: 'rule', id: 'rule-chosen' },
  ];
}

/** The saved views menu of a list; it needs only the list definition and the state on screen. */
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
