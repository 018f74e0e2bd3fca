'use client';

import { Command } from 'cmdk';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { type PaletteAction, useCommands } from './command-context.tsx';
import { segmentOf } from './nav.ts';
import { useSession } from './session-context.tsx';
import { type Looking, type PaletteSearch, useFound } from './use-found.ts';
import { useChoices, useDoings, useOtherPages, usePages } from './use-palette-commands.ts';

type Props = { onClose: () => void; search: PaletteSearch };

/** Search and command: found things, the page's actions, pages, choices. */
export function Palette({ onClose, search }: Props) {
  const t = useTranslations('shell.palette');
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const found = useFound(q, search);
  const { actions } = useCommands();
  const { account } = useSession();
  const begin = useDoings(segmentOf(usePathname(), account.slug));
  const others = useOtherPages();
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
          <Command.Empty>{found.state === 'looking' ? t('looking') : t('empty')}</Command.Empty>
          <Entries heading={t('found')} entries={found.entries} act={act} answers={q} />
          <Entries heading={t('actions')} entries={[...actions.values()].flat()} act={act} />
          <Entries heading={t('goTo')} entries={usePages()} act={act} />
          <Entries heading={t('begin')} entries={begin} act={act} />
          {q.trim() !== '' && <Entries heading={t('elsewhere')} entries={others} act={act} />}
          <Entries heading={t('choices')} entries={useChoices()} act={act} />
        </Command.List>
      </Command>
      <Unasked found={found} />
      <Footer />
    </dialog>
  );
}

/** What the results do not say by themselves: who was not asked, and why. */
function Unasked({ found: { state, failed, limited, withheld } }: { found: Looking }) {
  const t = useTranslations('shell.palette');
  const said = [
    ...(state === 'refused' ? [t('refused')] : []),
    ...(state === 'forbidden' ? [t('forbidden')] : []),
    ...(withheld.length > 0 ? [t('withheld', { names: withheld.join(', ') })] : []),
    ...(failed.length > 0 ? [t('failed', { names: failed.join(', ') })] : []),
    ...(limited.length > 0 ? [t('limited', { names: limited.join(', ') })] : []),
  ];
  return (
    <p role="status" className="px-3 py-2 text-xs text-ink-3 empty:hidden">
      {said.join(' ')}
    </p>
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
