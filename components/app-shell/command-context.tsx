'use client';

import { usePathname } from 'next/navigation';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { IconName } from '#components/ui/icon.tsx';
import { useSession } from './session.tsx';

export type PaletteAction = {
  id: string;
  label: string;
  note?: string;
  icon?: IconName;
  keys?: string;
  run: () => void;
  /** Further actions on a found thing. */
  more?: readonly PaletteAction[];
};
type ShortcutHelp = { keys: string; label: string };

/** Some come only when the palette opens, so that it hears of them. */
class Actions extends Map<string, readonly PaletteAction[]> {
  readonly #heard = new Set<() => void>();
  all: readonly PaletteAction[] = [];
  readonly onChange = (hear: () => void) => {
    this.#heard.add(hear);
    return () => void this.#heard.delete(hear);
  };
  offer(id: string, actions: readonly PaletteAction[] | null): void {
    if (actions === null) this.delete(id);
    else this.set(id, actions);
    this.all = [...this.values()].flat();
    for (const hear of this.#heard) hear();
  }
}

type Commands = {
  open: 'palette' | 'help' | null;
  setOpen: (layer: 'palette' | 'help' | null) => void;
  actions: Actions;
  help: Map<string, ShortcutHelp>;
};
const CommandContext = createContext<Commands | null>(null);

/** Holds the open command layer, and the entries that the page on screen adds to palette and key help. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Commands['open']>(null);
  const actions = useRef(new Actions()).current;
  const help = useRef(new Map<string, ShortcutHelp>()).current;
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes what was open
  useEffect(() => setOpen(null), [pathname]);
  const value = useMemo(() => ({ open, setOpen, actions, help }), [open, actions, help]);
  return <CommandContext value={value}>{children}</CommandContext>;
}

export function useCommands(): Commands {
  const commands = useContext(CommandContext);
  if (commands === null) throw new Error('useCommands is only for what stands inside the shell');
  return commands;
}

/** Actions of the page on screen, offered in the palette while the component is mounted. */
export function usePaletteActions(id: string, actions: readonly PaletteAction[]): void {
  const { actions: registry } = useCommands();
  useEffect(() => {
    registry.offer(id, actions);
    return () => registry.offer(id, null);
  }, [registry, id, actions]);
}

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';

/** True where a plain key belongs to a field or to a layer above the page. */
export function keyIsTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  return (
    target?.closest(`${FIELDS}, [role=menu], [role=dialog], dialog`) != null ||
    document.querySelector('dialog[open]') !== null
  );
}

type ShortcutOptions = {
  enabled?: boolean;
  /** Words for the key help: without them a letter would work that nobody can learn of. */
  label?: string;
};

/**
 * A single key. Letters and signs follow one rule (WCAG 2.1.4): they are heard only where no field or layer has the
 * focus, stand under `?`, and can be switched off; named keys (`Escape`) are always heard outside fields.
 */
export function useShortcut(
  key: 'Escape',
  run: (event: KeyboardEvent) => void,
  options?: ShortcutOptions,
): void;
export function useShortcut(
  key: string,
  run: (event: KeyboardEvent) => void,
  options: ShortcutOptions & { label: string },
): void;
export function useShortcut(
  key: string,
  run: (event: KeyboardEvent) => void,
  options: ShortcutOptions = {},
): void {
  const { enabled = true, label } = options;
  const { help } = useCommands();
  const { singleKeys } = useSession().session.preferences;
  const latest = useRef(run);
  latest.current = run;
  const live = enabled && (singleKeys || key.length > 1);
  useEffect(() => {
    if (!live) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === key && !keyIsTaken(event)) latest.current(event);
    };
    addEventListener('keydown', onKey);
    if (label) help.set(key, { keys: key, label });
    return () => {
      removeEventListener('keydown', onKey);
      help.delete(key);
    };
  }, [key, live, label, help]);
}

/** `/` leads to the page's search field; `label` stands in the key help. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>, label: string): void {
  const toField = (event: KeyboardEvent) => {
    event.preventDefault();
    field.current?.focus();
  };
  useShortcut('/', toField, { label });
}
