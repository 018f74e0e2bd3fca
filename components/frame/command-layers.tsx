'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useLazy } from '#components/ui/use-lazy.ts';
import { keyIsTaken, useCommands, useShortcut } from '../shell/command-context.tsx';
import { ALL_ACCOUNTS, navFor } from '../shell/nav.ts';
import { useSession } from '../shell/session-context.tsx';

const fetchPalette = () => import('./palette.tsx');
const fetchHelp = () => import('./keyboard-help.tsx');
const SEQUENCE_MS = 1200;

/** Ctrl K, `/` where the page has no search of its own, `?` and `g` + letter; palette and help are fetched when first asked for. */
export function CommandLayers() {
  const t = useTranslations('shell.keys');
  const { open, setOpen } = useCommands();
  const [palette, loadPalette] = useLazy(fetchPalette);
  const [help, loadHelp] = useLazy(fetchHelp);
  useEffect(() => {
    if (open === 'palette') void loadPalette();
    if (open === 'help') void loadHelp();
  }, [open, loadPalette, loadHelp]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      setOpen('palette');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [setOpen]);
  useShortcut('?', () => setOpen('help'), { label: t('help') });
  useLastSearch(() => setOpen('palette'));
  useGoKeys();
  useEffect(keepFocus, []);
  const close = () => setOpen(null);
  return (
    <>
      {palette && open === 'palette' && <palette.Palette onClose={close} />}
      {help && open === 'help' && <help.KeyboardHelp onClose={close} />}
    </>
  );
}

/** From the first focus on; a page that nobody works with has none to lose. Returns how to end it. */
function keepFocus(): () => void {
  let end: (() => void) | 'coming' | 'ended' | null = null;
  const begin = async ({ target }: FocusEvent) => {
    if (end !== null || !(target instanceof HTMLElement)) return;
    end = 'coming';
    try {
      const { restoreFocus } = await import('../shell/restore-focus.ts');
      if (end === 'coming') end = restoreFocus(target);
    } catch {
      // The line is down: the next focus asks again.
      if (end === 'coming') end = null;
    }
  };
  const onFocus = (event: FocusEvent) => void begin(event);
  document.addEventListener('focusin', onFocus);
  return () => {
    document.removeEventListener('focusin', onFocus);
    if (typeof end === 'function') end();
    end = 'ended';
  };
}

/** `/` is the page's: only where nothing on screen has taken it, it is the palette's. */
function useLastSearch(run: () => void): void {
  const { help } = useCommands();
  const { singleKeys } = useSession().session.preferences;
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!singleKeys) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || keyIsTaken(event) || help.has('/')) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [singleKeys, help]);
}

/** `g` and then a page's letter. */
function useGoKeys(): void {
  const router = useRouter();
  const { session, account } = useSession();
  const armed = useRef(Number.NEGATIVE_INFINITY);
  const above = usePathname() === ALL_ACCOUNTS;
  const { singleKeys } = session.preferences;
  useEffect(() => {
    if (!singleKeys || above) return;
    const onKey = (event: KeyboardEvent) => {
      if (keyIsTaken(event)) return;
      const item =
        event.timeStamp - armed.current < SEQUENCE_MS &&
        navFor(account).find((page) => page.key === event.key);
      // When it was pressed: a page that is busy hears both keys late.
      armed.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!item) return;
      event.preventDefault();
      router.push(`/${account.slug}/${item.id}`);
    };
    // Before the page's own single keys, so that `g s` never also does `s`.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [router, account, singleKeys, above]);
}
