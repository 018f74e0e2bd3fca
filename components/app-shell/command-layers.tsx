'use client';

import dynamic from 'next/dynamic';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { keyIsTaken, useCommands, useShortcut } from './command-context.tsx';
import { ALL_ACCOUNTS, homeOf, navFor, SETTINGS_KEY, settingsStart } from './nav.ts';
import { restoreFocus } from './restore-focus.ts';
import { useSession } from './session.tsx';

const Palette = dynamic(async () => (await import('./palette.tsx')).Palette, { ssr: false });
const SEQUENCE_MS = 1200;

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
