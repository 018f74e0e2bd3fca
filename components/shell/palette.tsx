'use client';

import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { type PaletteAction, useCommands } from './command-context.tsx';
import { navFor } from './nav.ts';
import { useSavePreferences } from './preferences.ts';
import { useSession } from './session-context.tsx';

/** Looks an id, reference or name up in the account; answers what stands above the commands. */
export type PaletteSearch = (q: string, signal: AbortSignal) => Promise<readonly PaletteAction[]>;

type Props = { onClose: () => void; search: PaletteSearch };

/** Search and command: found things, the page's actions, pages, choices. */
export function Palette({ onClose, search }: Props) {
  const t = useTranslations('shell.palette');
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const found = useFound(q, search);
  const { actions } = useCommands();
  const own = [...actions.values()].flat();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);
  const act = (run: () => void) => () => {
    // Closing first gives the focus back to where it was; the action may then move it.
    dialog.current?.close();
    run();
  };
  return (
    <dialog ref={dialog} className="dialog palette" aria-label={t('label')} onClose={onClose}>
      <Command label={t('label')} loop>
        <div className="palette-query">
          <Icon name="search" />
          <Command.Input value={q} onValueChange={setQ} placeholder={t('placeholder')} />
        </div>
        <Command.List label={t('results')}>
          <Command.Empty>{t('empty')}</Command.Empty>
          <Entries heading={t('found')} entries={found} act={act} answers={q} />
          <Entries heading={t('actions')} entries={own} act={act} />
          <Entries heading={t('goTo')} entries={usePages()} act={act} />
          <Entries heading={t('choices')} entries={useChoices()} act={act} />
        </Command.List>
      </Command>
      <Footer />
    </dialog>
  );
}

type EntriesProps = {
  heading: string;
  entries: readonly PaletteAction[];
  act: (run: () => void) => () => void;
  /** What these entries were found for: they fit it, whatever their own words are. */
  answers?: string;
};

function Entries({ heading, entries, act, answers }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Command.Group heading={heading}>
      {entries.map((entry) => (
        <Command.Item
          key={entry.id}
          value={`${entry.label} ${entry.id}`}
          onSelect={act(entry.run)}
          {...(answers === undefined ? {} : { keywords: [answers] })}
        >
          <Icon name={entry.icon ?? ('right' satisfies IconName)} />
          <span className="min-w-0 flex-1 truncate">
            {entry.label} {entry.note && <span className="text-ink-3">{entry.note}</span>}
          </span>
          {entry.keys?.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Footer(): ReactNode {
  const t = useTranslations('shell.palette');
  return (
    <footer className="palette-foot">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('open')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('close')}
      </span>
    </footer>
  );
}

function usePages(): PaletteAction[] {
  const t = useTranslations('shell.nav');
  const router = useRouter();
  const { account } = useSession();
  return navFor(account).map((item) => ({
    id: `go-${item.id}`,
    label: t(item.id),
    icon: item.icon,
    keys: `g ${item.key}`,
    run: () => router.push(`/${account.slug}/${item.id}`),
  }));
}

function useChoices(): PaletteAction[] {
  const t = useTranslations('shell.palette');
  const save = useSavePreferences();
  const { setOpen } = useCommands();
  return [
    { id: 'theme-light', label: t('themeLight'), icon: 'theme', run: () => void save({ theme: 'light' }) },
    { id: 'theme-dark', label: t('themeDark'), icon: 'theme', run: () => void save({ theme: 'dark' }) },
    { id: 'language-pt', label: 'Português', icon: 'lines', run: () => void save({ language: 'pt-BR' }) },
    { id: 'language-en', label: 'English', icon: 'lines', run: () => void save({ language: 'en' }) },
    { id: 'keys', label: t('keys'), icon: 'info', keys: '?', run: () => setOpen('help') },
  ];
}

function useFound(q: string, search: PaletteSearch): readonly PaletteAction[] {
  const [found, setFound] = useState<readonly PaletteAction[]>([]);
  useEffect(() => {
    if (q.trim().length < 3) return setFound([]);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      search(q.trim(), abort.signal).then(setFound, () => setFound([]));
    }, 200);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, search]);
  return found;
}
