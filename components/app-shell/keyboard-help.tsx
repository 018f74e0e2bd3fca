'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Dialog } from '#components/ui/dialog.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { useCommands } from './command-context.tsx';
import { ALL_ACCOUNTS, navFor } from './nav.ts';
import { useSession } from './session-context.tsx';

/** Every key that works on the page on screen. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
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
      ? navFor(account).map((item) => ({ keys: `g ${item.key}`, label: t(`nav.${item.id}`) }))
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
