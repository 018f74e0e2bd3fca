'use client';

import dynamic from 'next/dynamic';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { keyIsTaken, useCommands, useShortcut } from './command-context.tsx';
import { ALL_ACCOUNTS, homeOf, navFor, SETTINGS_KEY, settingsStart } from './nav.ts';
import { useSession } from './session.tsx';

const Palette = dynamic(async () => (await import('./palette.tsx')).Palette, { ssr: false });
const SEQUENCE_MS = 1200;

/** An element that had the focus, and the way up from it: the place among its parent's children, and so on. */
type Place = { element: HTMLElement; path: string; way: { parent: Element; index: number }[] };

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** From here on up is not beside what the operator was at. */
const TOO_FAR = 'body, main, [data-region]';

const LAYER = '[role=dialog], dialog, main aside';

const REMEMBERED = 12;

/** Layers that give the focus back themselves do so within this time. */
const THEIRS_MS = 40;

/**
 * Takes care that the focus never falls to the body. Where its element goes away or is disabled, it goes to what
 * stands in its place, else to what had it before; on another page to that page's heading. Returns how to end it.
 */
function restoreFocus(): () => void {
  let places: Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = () => {
    timer = undefined;
    const [last] = places;
    if (last === undefined || !isLost() || !document.hasFocus()) return;
    if (last.element.isConnected) {
      if (last.element.matches(':disabled')) return;
      return focusOn(last.element);
    }
    focusOn(heirOf(places));
  };
  const soon = () => {
    if (timer === undefined && places.length > 0 && isLost()) timer = setTimeout(take, THEIRS_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, REMEMBERED);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    // Somebody pressed beside everything: that is a choice. What was taken away is gone by the end of this task.
    queueMicrotask(() => {
      if (target.isConnected && !target.matches(':disabled') && document.hasFocus() && isLost()) places = [];
    });
  };
  const observer = new MutationObserver(soon);
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  observer.observe(document.body, options);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur);
  };
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

const isShown = (element: Element) => element.getClientRects().length > 0;

function placeOf(element: HTMLElement): Place {
  const way: Place['way'] = [];
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement) {
    const parent = child.parentElement;
    way.push({ parent, index: [...parent.children].indexOf(child) });
    if (parent.matches(TOO_FAR)) break;
  }
  return { element, path: location.pathname, way };
}

function heirOf(places: readonly Place[]): HTMLElement | null {
  const [last, ...before] = places;
  if (last === undefined) return null;
  // A heading that had it stood on a page which was still being read.
  if (last.path !== location.pathname || last.element.localName === 'h1') return heading();
  const earlier = before.find(({ element }) => element.isConnected && isShown(element));
  return drawerRouteOf(last) ?? earlier?.element ?? heading();
}

/** Finds the element now in the lost one's place, from the nearest surroundings that are still there. */
function drawerRouteOf({ way }: Place): HTMLElement | null {
  for (const { parent, index } of way) {
    if (parent.matches(TOO_FAR)) return null;
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const order = [...children.slice(index), ...children.slice(0, index).reverse()];
    for (const child of order) {
      const found = [child, ...child.querySelectorAll(TABBABLE)].find(
        (one) => one.matches(TABBABLE) && isShown(one),
      );
      if (found instanceof HTMLElement) return found;
    }
    // Its content is still on its way: going elsewhere would close it.
    if (parent instanceof HTMLElement && parent.matches(LAYER)) return parent;
  }
  return null;
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content');
  if (found?.hasAttribute('tabindex') === false) found.tabIndex = -1;
  return found;
}

function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Ctrl K, `/` where the page has no search of its own, `?` and `g` + letter. */
export function CommandLayers() {
  const t = useTranslations('shell.keys');
  const { open, setOpen } = useCommands();
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
  useEffect(restoreFocus, []);
  const close = () => setOpen(null);
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <KeyboardHelp onClose={close} />}
    </>
  );
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
      const follows = event.timeStamp - armed.current < SEQUENCE_MS;
      // When it was pressed: a page that is busy hears both keys late.
      armed.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!follows) return;
      const item = navFor(account).find(({ key }) => key === event.key);
      const settings = event.key === SETTINGS_KEY ? settingsStart(session.permissions) : undefined;
      const path = item === undefined ? settings : homeOf(account.slug, item);
      if (path === undefined) return;
      event.preventDefault();
      router.push(path);
    };
    // Before the page's own single keys, so that `g s` never also does `s`.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [router, account, session.permissions, singleKeys, above]);
}

/** Every key that works on the page on screen. */
function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell');
  const { session, account } = useSession();
  const { help } = useCommands();
  const { singleKeys } = session.preferences;
  const own = [...help.values()];
  const everywhere = [
    { keys: 'Ctrl K', label: t('keys.palette') },
    ...(singleKeys && !help.has('/') ? [{ keys: '/', label: t('keys.palette') }] : []),
    ...own.filter(({ keys }) => keys === '?'),
    { keys: 'Esc', label: t('keys.close') },
  ];
  const above = usePathname() === ALL_ACCOUNTS;
  const pages =
    singleKeys && !above
      ? [
          ...navFor(account).map(({ id, key }) => ({ keys: `g ${key}`, label: t(`nav.${id as 'pay'}`) })),
          { keys: `g ${SETTINGS_KEY}`, label: t('nav.settings') },
        ]
      : [];
  return (
    <Dialog open onClose={onClose} title={t('keys.title')}>
      <Keys heading={t('keys.everywhere')} rows={everywhere} />
      <Keys heading={t('keys.here')} rows={own.filter(({ keys }) => keys !== '?')} />
      <Keys heading={t('keys.goTo')} rows={pages} />
      <p className="text-xs text-ink-3">{singleKeys ? t('keys.canSwitchOff') : t('keys.switchedOff')}</p>
    </Dialog>
  );
}

function Keys({ heading, rows }: { heading: string; rows: readonly { keys: string; label: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1">{heading}</h3>
      <Facts
        of={rows.map(({ keys, label }) => ({
          key: keys,
          label: (
            <span className="inline-block min-w-20">
              {keys.split(' ').map((key) => (
                <kbd key={key} className="mr-1">
                  {key}
                </kbd>
              ))}
            </span>
          ),
          value: label,
        }))}
      />
    </section>
  );
}
