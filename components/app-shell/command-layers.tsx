'use client';

import dynamic from 'next/dynamic';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { keyIsTaken, useCommands, useKeyDown, useShortcut } from './command-context.tsx';
import { ALL_ACCOUNTS, homeOf, navFor, SETTINGS_KEY, settingsStart } from './nav.ts';
import { useSession } from './session.tsx';

const Palette = dynamic(async () => (await import('./palette.tsx')).Palette, { ssr: false });
const SEQUENCE_MS = 1200;

/** An element that had the focus, with its ancestors and its index in each of them. */
type Place = { element: HTMLElement; path: string; ancestorPath: { parent: Element; index: number }[] };

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Ancestors from here on are too far from the lost element. */
const TOO_FAR = 'body, main, [data-region]';

const LAYER = '[role=dialog], dialog, main aside';

const MOST_STORED = 12;

/** Layers that return the focus themselves do so within this time (ms). */
const LAYER_FOCUS_MS = 40;

/**
 * Prevents the body from having the focus. When the focused element is removed or disabled, focuses what
 * replaced it, else an earlier focused element; on another page, its heading. Returns a stop function.
 */
function restoreFocus(): () => void {
  let places: Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restore = () => {
    timer = undefined;
    const [last] = places;
    if (last === undefined || !isLost() || !document.hasFocus()) return;
    if (last.element.isConnected) {
      if (last.element.matches(':disabled')) return;
      return focusOn(last.element);
    }
    focusOn(fallbackFor(places));
  };
  const scheduleRestore = () => {
    if (timer === undefined && places.length > 0 && isLost()) timer = setTimeout(restore, LAYER_FOCUS_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, MOST_STORED);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    // A press outside every control clears the focus on purpose. Elements removed by the press are gone by
    // the end of this task.
    queueMicrotask(() => {
      if (target.isConnected && !target.matches(':disabled') && document.hasFocus() && isLost()) places = [];
    });
  };
  const observer = new MutationObserver(scheduleRestore);
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
  const ancestorPath: Place['ancestorPath'] = [];
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement) {
    const parent = child.parentElement;
    ancestorPath.push({ parent, index: [...parent.children].indexOf(child) });
    if (parent.matches(TOO_FAR)) break;
  }
  return { element, path: location.pathname, ancestorPath };
}

function fallbackFor(places: readonly Place[]): HTMLElement | null {
  const [last, ...before] = places;
  if (last === undefined) return null;
  // A focused heading belonged to a page that was still loading.
  if (last.path !== location.pathname || last.element.localName === 'h1') return heading();
  const earlier = before.find(({ element }) => element.isConnected && isShown(element));
  return replacementOf(last) ?? earlier?.element ?? heading();
}

/** Finds the element now at the lost one's position, in the closest ancestor that still exists. */
function replacementOf({ ancestorPath }: Place): HTMLElement | null {
  for (const { parent, index } of ancestorPath) {
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
    // The layer's content is still loading; focus elsewhere would close the layer.
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

/** Handles Ctrl K, `/` where the page has no search of its own, `?`, and `g` + letter. */
export function CommandLayers() {
  const t = useTranslations('shell.keys');
  const { open, setOpen, help } = useCommands();
  const { singleKeys } = useSession().session.preferences;
  const openPalette = (event: KeyboardEvent) => {
    event.preventDefault();
    setOpen('palette');
  };
  useKeyDown((event) => {
    const ctrl = (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (ctrl && event.key.toLowerCase() === 'k') openPalette(event);
  });
  useShortcut('?', () => setOpen('help'), { label: t('help') });
  // Only where the page does not use the key.
  useKeyDown((event) => event.key === '/' && !keyIsTaken(event) && !help.has('/') && openPalette(event), {
    enabled: singleKeys,
  });
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

function useGoKeys(): void {
  const router = useRouter();
  const { session, account } = useSession();
  const armed = useRef(Number.NEGATIVE_INFINITY);
  const above = usePathname() === ALL_ACCOUNTS;
  const { singleKeys } = session.preferences;
  const onKey = (event: KeyboardEvent) => {
    if (keyIsTaken(event)) return;
    const follows = event.timeStamp - armed.current < SEQUENCE_MS;
    // The event's own time: a busy page handles both keys late.
    armed.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (!follows) return;
    const item = navFor(account).find(({ key }) => key === event.key);
    const settings = event.key === SETTINGS_KEY ? settingsStart(session.permissions) : undefined;
    const path = item === undefined ? settings : homeOf(account.slug, item);
    if (path === undefined) return;
    event.preventDefault();
    router.push(path);
  };
  // Captured, so that `g s` does not also trigger `s`.
  useKeyDown(onKey, { enabled: singleKeys && !above, capture: true });
}

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
