import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useCommands, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { useViewInAddress, useViews, type View, type ViewsOf, type ViewTask } from './use-views.ts';

const ViewDialog = dynamic(async () => (await import('./view-dialog.tsx')).ViewDialog, { ssr: false });

function useViewItems(of: ViewsOf, onTask: (task: ViewTask) => void): MenuItem[] {
  const t = useTranslations('views');
  const { mine, others, builtIn, chosen, choose, error, retry, changed, leave } = useViews(of);
  const saved = [...mine, ...others].find(({ id }) => id === chosen?.id) ?? null;
  const item = (id: string, icon: IconName, label: string, onSelect: () => void): MenuItem => ({
    kind: 'item',
    id,
    icon,
    label,
    onSelect,
  });
  const group = (name: 'mine' | 'account' | 'builtIn', views: readonly View[]): MenuItem | false =>
    views.length > 0 && {
      kind: 'choice',
      id: name,
      label: t(name),
      value: chosen?.id ?? '',
      onChange(id) {
        const view = views.find((one) => one.id === id);
        if (view !== undefined) choose(view);
      },
      options: views.map((view) => ({ value: view.id, label: <ViewLabel view={view} /> })),
    };
  const task = (what: Exclude<ViewTask['do'], 'save'>, icon: IconName) =>
    saved?.mayChange === true &&
    item(what, icon, t(`action.${what}`), () => onTask({ do: what, view: saved }));
  const groups = [group('mine', mine), group('account', others), group('builtIn', builtIn)];
  const items: (MenuItem | false)[] = [
    error !== null && { kind: 'label', id: 'failed', label: t('failed') },
    error !== null && item('retry', 'refresh', t('again'), retry),
    error === null && !groups.some(Boolean) && { kind: 'label', id: 'none', label: t('none') },
    ...groups,
    { kind: 'rule', id: 'rule-views' },
    chosen !== null && changed && item('back', 'left', t('action.back'), () => choose(saved ?? chosen)),
    changed && task('update', 'tick'),
    task('rename', 'file'),
    saved?.shared ? task('unshare', 'lock') : task('share', 'user'),
    task('delete', 'x'),
    chosen !== null && item('leave', 'transactions', t('action.leave'), leave),
    chosen !== null && { kind: 'rule', id: 'rule-chosen' },
    item('save', 'plus', t('action.saveAs'), () => onTask({ do: 'save' })),
  ];
  return items.filter((one) => one !== false);
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

/** The saved views menu of a list; it needs only the list definition and the state on screen. */
export function SavedViews(of: ViewsOf) {
  const t = useTranslations('views');
  const [id] = useViewInAddress();
  const [task, setTask] = useState<ViewTask | null>(null);
  const items = useViewItems(of, setTask);
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

/** The button's label while no view is chosen or read. */
function NoView() {
  const t = useTranslations('views');
  return (
    <>
      <span className="sr-only">{t('button')}</span>
      <span className="head-folds:hidden" aria-hidden="true">
        {t('button')}
      </span>
    </>
  );
}

/** The view in the URL, and whether the screen differs. Its columns are shown once. */
function ViewName({ of }: { of: ViewsOf }) {
  const t = useTranslations('views');
  const { chosen, changed, showFirst } = useViews(of);
  useEffect(() => {
    if (chosen !== null) showFirst(chosen);
  }, [chosen, showFirst]);
  if (chosen === null) return <NoView />;
  const { name } = chosen;
  return (
    <>
      <span className="sr-only">{t(changed ? 'currentChanged' : 'current', { name })}</span>
      <span className="max-w-40 truncate" aria-hidden="true">
        {name}
      </span>
      {changed && (
        <span className="font-normal text-ink-3" aria-hidden="true">
          · {t('changed')}
        </span>
      )}
    </>
  );
}

/** Palette commands that open each view by name. */
function ViewActions({ of }: { of: ViewsOf }) {
  const t = useTranslations('views');
  const { mine, others, builtIn, choose } = useViews(of);
  const actions = useMemo(
    () =>
      [...mine, ...others, ...builtIn].map((view: View) => ({
        id: `view-${view.id}`,
        icon: 'eye' as const,
        label: t('action.open', { name: view.name }),
        ...(view.owner !== undefined && !view.mine ? { note: t('by', { name: view.owner.name }) } : {}),
        run: () => choose(view),
      })),
    [mine, others, builtIn, choose, t],
  );
  usePaletteActions('views', actions);
  return null;
}
