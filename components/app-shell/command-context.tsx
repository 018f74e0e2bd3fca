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
  note?: string | undefined;
  icon?: IconName;
  keys?: string | undefined;
  run: () => void;
  /** Further actions on a search result. */
  more?: readonly PaletteAction[];
};
type ShortcutHelp = { keys: string; label: string };

/** The palette's actions, with listeners, because some actions are added only after the palette opens. */
class Actions extends Map<string, readonly PaletteAction[]> {
  readonly #listenerSet = new Set<() => void>();
  all: readonly PaletteAction[] = [];
  readonly onChange = (listener: () => void) => {
    this.#listenerSet.add(listener);
    return () => void this.#listenerSet.delete(listener);
  };
  offer(id: string, actions: readonly PaletteAction[] | null): void {
    if (actions === null) this.delete(id);
    else this.set(id, actions);
    this.all = [...this.values()].flat();
    for (const listener of this.#listenerSet) listener();
  }
}

type Commands = {
  open: 'palette' | 'help' | null;
  setOpen: (layer: 'palette' | 'help' | null) => void;
  actions: Actions;
  help: Map<string, ShortcutHelp>;
};
const CommandContext = createContext<Commands | null>(null);

/** Provides the open command layer, and the entries the current page adds to the palette and the key help. */
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

/** Offers these actions in the palette while the component is mounted. */
export function usePaletteActions(id: string, actions: readonly PaletteAction[]): void {
  const { actions: registry } = useCommands();
  useEffect(() => {
    registry.offer(id, actions);
    return () => registry.offer(id, null);
  }, [registry, id, actions]);
}

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';

/** True where a key press belongs to a field or to a layer above the page. */
export function keyIsTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  return (
    target?.closest(`${FIELDS}, [role=menu], [role=dialog], dialog`) != null ||
    document.querySelector('dialog[open]') !== null
  );
}

type KeyDownOptions = {
  enabled?: boolean;
  /** Runs before the page's own shortcuts. */
  capture?: boolean;
};

export function useKeyDown(run: (event: KeyboardEvent) => unknown, options: KeyDownOptions = {}): void {
  const { enabled = true, capture = false } = options;
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => void latest.current(event);
    addEventListener('keydown', onKey, capture);
    return () => removeEventListener('keydown', onKey, capture);
  }, [enabled, capture]);
}

type ShortcutOptions = {
  enabled?: boolean;
  /** Label in the key help; every letter needs one, so that it can be discovered. */
  label?: string;
};

/**
 * A single-key shortcut. Letters and signs (WCAG 2.1.4) work only where no field or layer has the focus, are
 * listed under `?`, and can be switched off; named keys (`Escape`) always work outside fields.
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
  const live = enabled && (singleKeys || key.length > 1);
  useKeyDown((event) => event.key === key && !keyIsTaken(event) && run(event), { enabled: live });
  useEffect(() => {
    if (!live) return;
    if (label) help.set(key, { keys: key, label });
    return () => void help.delete(key);
  }, [key, live, label, help]);
}

/** `/` focuses the page's search field; `label` is shown in the key help. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>, label: string): void {
  const toField = (event: KeyboardEvent) => {
    event.preventDefault();
    field.current?.focus();
  };
  useShortcut('/', toField, { label });
}
