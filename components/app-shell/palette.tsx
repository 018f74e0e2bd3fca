'use client';

import { Command } from 'cmdk';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { dialogSurface } from '#components/ui/layer-styles.ts';
import { CallError } from '#lib/api/client.ts';
import { brokenDocument, readSearch, spellingsOf } from '#lib/transactions/paste.ts';
import { type PaletteAction, useCommands } from './command-context.tsx';
import { segmentOf } from './nav.ts';
import { useSearch } from './palette-search.ts';
import { useSession } from './session.tsx';
import {
  useAccountSwitch,
  useChoices,
  useOtherPages,
  usePages,
  useStartActions,
} from './use-palette-commands.ts';

type Props = { onClose: () => void };

/** The command palette: search results, page actions, pages, preferences. */
export function Palette({ onClose }: Props) {
  const t = useTranslations('shell.palette');
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const broken = brokenDocument(q) !== null;
  // An incomplete document is not searched, unless its digits may be an id.
  const found = useSearchResults(broken && readSearch(q).length === 0 ? '' : q, useSearch());
  const { actions } = useCommands();
  const offered = useSyncExternalStore(actions.onChange, () => actions.all);
  const { account } = useSession();
  const { chosen, choose, subject, onKeyDown } = useSubject(found.entries);
  const begin = useStartActions(segmentOf(usePathname(), account.slug));
  const others = useOtherPages();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);
  const act = (run: () => void) => () => {
    // Closing first returns the focus; the action may then move it.
    dialog.current?.close();
    run();
  };
  return (
    <dialog
      ref={dialog}
      className={dialogSurface({ width: 'wide', className: 'mt-[12vh] overflow-hidden' })}
      aria-label={t('label')}
      onClose={onClose}
    >
      <Command label={t('label')} loop value={chosen} onValueChange={choose} onKeyDown={onKeyDown}>
        <div className="flex h-11 items-center gap-2 border-line border-b px-3">
          <Icon name="search" />
          <Command.Input
            className="min-w-0 flex-1 bg-transparent text-ink text-md outline-0"
            value={q}
            onValueChange={setQ}
            placeholder={t('placeholder')}
          />
        </div>
        <Command.List className="max-h-96 overflow-auto pb-1" label={t('results')}>
          <Command.Empty className="p-3 text-ink-3">
            {found.state === 'looking' ? t('looking') : t('empty', { text: spellingsOf(q)[0] ?? q })}
          </Command.Empty>
          <Entries heading={t('found')} entries={found.entries} act={act} answers={q} />
          {subject?.more && (
            <Entries
              heading={t('with', { name: subject.label })}
              entries={subject.more}
              act={act}
              answers={q}
            />
          )}
          <Entries heading={t('actions')} entries={offered} act={act} />
          <Entries heading={t('goTo')} entries={usePages()} act={act} />
          <Entries heading={t('begin')} entries={begin} act={act} />
          <Entries heading={t('accounts')} entries={useAccountSwitch()} act={act} />
          {q.trim() !== '' && <Entries heading={t('elsewhere')} entries={others} act={act} />}
          <Entries heading={t('choices')} entries={useChoices()} act={act} />
        </Command.List>
      </Command>
      <SearchNotes found={found} broken={broken} q={q} />
      <Footer />
    </dialog>
  );
}

/**
 * Explains how a search without results was interpreted, and names the accounts that were not searched, with
 * the reason.
 */
function SearchNotes({ found, broken, q }: { found: SearchState; broken: boolean; q: string }) {
  const { state, entries, failed, limited, withheld } = found;
  const t = useTranslations('shell.palette');
  const notes = [
    ...(broken ? [t('incomplete')] : []),
    ...(state === 'done' && entries.length === 0 ? [t('none', { text: spellingsOf(q)[0] ?? q })] : []),
    ...(state === 'refused' ? [t('refused')] : []),
    ...(state === 'forbidden' ? [t('forbidden')] : []),
    ...(withheld.length > 0 ? [t('withheld', { names: withheld.join(', ') })] : []),
    ...(failed.length > 0 ? [t('failed', { names: failed.join(', ') })] : []),
    ...(limited.length > 0 ? [t('limited', { names: limited.join(', ') })] : []),
  ];
  return (
    <p role="status" className="px-3 py-2 text-xs text-ink-3 empty:hidden">
      {notes.join(' ')}
    </p>
  );
}

const keyOf = ({ label, id }: PaletteAction) => `${label} ${id}`;

/** The search result highlighted now or last; its actions are listed below, and → moves to them. */
function useSubject(entries: readonly PaletteAction[]) {
  const [chosen, choose] = useState('');
  const [last, setLast] = useState('');
  const subject = entries.find((entry) => keyOf(entry) === last) ?? entries[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    const atEnd = target instanceof HTMLInputElement && target.selectionStart === target.value.length;
    const first = subject?.more?.[0];
    if (event.key !== 'ArrowRight' || !atEnd || first === undefined) return;
    event.preventDefault();
    choose(keyOf(first));
  };
  return {
    chosen,
    choose: (value: string) => {
      choose(value);
      if (entries.some((entry) => keyOf(entry) === value)) setLast(value);
    },
    subject,
    onKeyDown,
  };
}

type EntriesProps = {
  heading: string;
  entries: readonly PaletteAction[];
  act: (run: () => void) => () => void;
  /** The text these entries were found for; they match it whatever their labels are. */
  answers?: string;
};

function Entries({ heading, entries, act, answers }: EntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Command.Group
      className="[&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-0.5 [&>[cmdk-group-heading]]:text-2xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-ink-3"
      heading={heading}
    >
      {entries.map((entry) => (
        <Command.Item
          key={entry.id}
          className="flex min-h-8 cursor-pointer items-center gap-2 px-3 py-1 text-ink aria-selected:bg-selected aria-selected:shadow-[inset_3px_0_0_var(--accent)] max-wide:min-h-11"
          value={keyOf(entry)}
          onSelect={act(entry.run)}
          {...(answers === undefined ? {} : { keywords: [answers] })}
        >
          <Icon name={entry.icon ?? ('right' satisfies IconName)} className="text-ink-3" />
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
    <footer className="flex items-center gap-4 whitespace-nowrap border-line border-t bg-sunken px-3 py-1.5 text-2xs/4.5 text-ink-3 max-wide:flex-wrap">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('open')}
      </span>
      <span>
        <kbd>→</kbd> {t('toActions')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('close')}
      </span>
    </footer>
  );
}

/**
 * Account names: `failed` could not be searched, `limited` were searched too often, `withheld` hide personal
 * data.
 */
type Found = {
  entries: readonly PaletteAction[];
  failed: readonly string[];
  limited: readonly string[];
  withheld: readonly string[];
};
export type PaletteSearch = (q: string, signal: AbortSignal) => Promise<Found>;
type SearchState = Found & { state: 'idle' | 'looking' | 'done' | 'refused' | 'forbidden' };

const NONE: SearchState = { entries: [], failed: [], limited: [], withheld: [], state: 'idle' };
/** Longer than the pause between two keys, because every search costs calls of each account. */
const PAUSE_MS = 350;
const MIN_LENGTH = 3;

/** Searches once typing pauses; each text is searched once while the palette is open. */
function useSearchResults(q: string, search: PaletteSearch): SearchState {
  const [found, setFound] = useState(NONE);
  const cache = useRef(new Map<string, Found>()).current;
  const text = q.trim();
  useEffect(() => {
    if (text.length < MIN_LENGTH) return setFound(NONE);
    const before = cache.get(text);
    if (before !== undefined) return setFound({ ...before, state: 'done' });
    const abort = new AbortController();
    setFound({ ...NONE, state: 'looking' });
    const timer = setTimeout(() => {
      search(text, abort.signal).then(
        (answer) => {
          if (answer.failed.length + answer.limited.length === 0) cache.set(text, answer);
          if (!abort.signal.aborted) setFound({ ...answer, state: 'done' });
        },
        (error: unknown) => {
          if (!abort.signal.aborted)
            setFound({ ...NONE, state: isForbidden(error) ? 'forbidden' : 'refused' });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, search, cache]);
  return found;
}

/** A search for personal data by an operator who may not see it. */
const isForbidden = (error: unknown) => error instanceof CallError && error.problem.code === 'forbidden';
