'use client';

import { Command } from 'cmdk';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dialogSurface } from '#components/ui/dialog.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import type { Preferences } from '#lib/session/contract.ts';
import { brokenDocument, readSearch, spellingsOf } from '#lib/transactions/paste.ts';
import { type PaletteAction, useCommands } from './command-context.tsx';
import {
  ALL_ACCOUNTS,
  CONTROLS,
  denialReason,
  navFor,
  type Place,
  pathOf,
  pathOnAccount,
  SETTINGS_KEY,
  segmentOf,
  settingsStart,
} from './nav.ts';
import { useAwaiting } from './nav-badge.tsx';
import { type SearchState, useSearchResults } from './palette-search.ts';
import { useSavePreferences } from './preferences.ts';
import { useSession } from './session.tsx';

export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell.palette');
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const broken = brokenDocument(q) !== null;
  // An incomplete document is not searched, unless its digits may be an id.
  const found = useSearchResults(broken && readSearch(q).length === 0 ? '' : q);
  const { actions } = useCommands();
  const offered = useSyncExternalStore(actions.onChange, () => actions.all);
  const { chosen, choose, subject, onKeyDown } = useSubject(found.entries);
  const commands = usePaletteCommands();
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
            {found.state === 'searching' ? t('searching') : t('empty', { text: spellingsOf(q)[0] ?? q })}
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
          {commands.map(
            ({ heading, entries }) =>
              // Pages of other accounts are many, so they show only after typing.
              (heading !== 'elsewhere' || q.trim() !== '') && (
                <Entries key={heading} heading={t(heading)} entries={entries} act={act} />
              ),
          )}
        </Command.List>
      </Command>
      <SearchNotes found={found} broken={broken} q={q} />
      <Footer />
    </dialog>
  );
}

/** Explains a search without results, and which accounts were not searched. */
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
          keywords={answers === undefined ? [] : [answers]}
        >
          <Icon name={entry.icon ?? 'right'} className="text-ink-3" />
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

function Footer() {
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

const START_ACTIONS: readonly { id: string; page: string; capability: string; permission: Permission }[] = [
  { id: 'charge', page: 'charges', capability: 'charges-create', permission: 'charge' },
  { id: 'withdrawal', page: 'withdrawals', capability: 'withdrawals-create', permission: 'withdraw' },
  { id: 'transfer', page: 'transfers', capability: 'transfers-create', permission: 'withdraw' },
  { id: 'webhook', page: 'webhooks', capability: 'webhooks-edit', permission: 'webhook' },
  { id: 'report', page: 'reports', capability: 'reports', permission: 'report' },
];

/** Every page of an account, with the icon of its entry and the key that opens it. */
function pagesOf(account: Parameters<typeof navFor>[0]) {
  const own = navFor(account).flatMap(({ icon, key, places }) =>
    places.map((page, at) => ({ page, icon, keys: at === 0 ? `g ${key}` : undefined })),
  );
  const controls = { page: CONTROLS, icon: 'flask', keys: undefined } as const;
  return denialReason(CONTROLS, account) === null ? [...own, controls] : own;
}

type Group = { heading: 'goTo' | 'begin' | 'accounts' | 'elsewhere' | 'choices'; entries: PaletteAction[] };

/** The commands of every page: pages, actions to start, accounts, pages of other accounts, preferences. */
function usePaletteCommands(): Group[] {
  const t = useTranslations('shell');
  const { push } = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const { account, session } = useSession();
  const waiting = useAwaiting();
  const save = useSavePreferences();
  const { setOpen } = useCommands();
  const above = pathname === ALL_ACCOUNTS;
  const others = session.accounts.filter(({ slug }) => slug !== account.slug || above);
  const go = (id: string, label: string, path: string, more: Partial<PaletteAction> = {}): PaletteAction => ({
    id,
    label,
    run: () => push(path),
    ...more,
  });
  const nameOf = ({ id }: Place) => t(`nav.pages.${id as 'open'}`);
  const goTo = (above ? [] : pagesOf(account)).map(({ page, icon, keys }) => {
    const note = page.segment === 'operations' ? waiting?.label : undefined;
    return go(`go-${page.id}`, nameOf(page), pathOf(account.slug, page), { icon, keys, note });
  });
  if (session.accounts.length > 1) goTo.push(go(`go-${ALL_ACCOUNTS}`, t('allAccounts'), ALL_ACCOUNTS));
  const settings = settingsStart(session.permissions);
  goTo.push(go(`go-${settings}`, t('nav.settings'), settings, { keys: `g ${SETTINGS_KEY}` }));
  // The current page offers its own action.
  const begin = START_ACTIONS.filter(
    ({ page, capability, permission }) =>
      page !== segmentOf(pathname, account.slug) &&
      account.capabilities.includes(capability) &&
      account.permissions.includes(permission),
  ).map(({ id, page }) => {
    const label = t(`palette.new.${id as 'charge'}`);
    return go(`begin-${id}`, label, `/${account.slug}/${page}?open=new`, { icon: 'plus' });
  });
  // To the same page of another account, or to its overview.
  const accounts = others.map((target) => {
    const path = pathOnAccount(pathname, target, { search, kind: account.kind });
    const note = `${t(`kinds.${target.kind}`)} · ${t(`environments.${target.environment}`)}`;
    return go(`account-${target.slug}`, t('palette.switchTo', { name: target.name }), path, { note });
  });
  const elsewhere = others.flatMap(({ slug, name: note, ...other }) =>
    pagesOf(other).map(({ page, icon }) =>
      go(`go-${slug}-${page.id}`, nameOf(page), pathOf(slug, page), { icon, note }),
    ),
  );
  const prefer = (id: string, label: string, icon: IconName, part: Partial<Preferences>): PaletteAction => ({
    id,
    label,
    icon,
    run: () => void save(part),
  });
  const choices: PaletteAction[] = [
    prefer('theme-light', t('palette.themeLight'), 'theme', { theme: 'light' }),
    prefer('theme-dark', t('palette.themeDark'), 'theme', { theme: 'dark' }),
    prefer('theme-system', t('palette.themeSystem'), 'theme', { theme: 'system' }),
    prefer('language-pt', 'Português', 'lines', { language: 'pt-BR' }),
    prefer('language-en', 'English', 'lines', { language: 'en' }),
    { id: 'keys', label: t('palette.keys'), icon: 'info', keys: '?', run: () => setOpen('help') },
  ];
  return [
    { heading: 'goTo', entries: goTo },
    { heading: 'begin', entries: begin },
    { heading: 'accounts', entries: accounts },
    { heading: 'elsewhere', entries: elsewhere },
    { heading: 'choices', entries: choices },
  ];
}
