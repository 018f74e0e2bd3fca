'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import { Bell } from './bell.tsx';
import { useCommands } from './command-context.tsx';
import { useConnected } from './use-connected.ts';

type Props = {
  title: ReactNode;
  /** The list this page was opened from; `label` names it ("Voltar às entregas"). */
  back?: { href: string; label: string };
  /** ISO instant of the data on screen. */
  asOf?: string | null | undefined;
  /** True while the page keeps itself fresh; false says how old the data is. */
  live?: boolean;
  note?: ReactNode;
  /** Buttons at the right; at most one filled. */
  children?: ReactNode;
};

/** Title, how fresh the data is, the palette's opener, the page's actions. */
export function PageHead({ title, back, asOf, live = false, note, children }: Props) {
  const t = useTranslations('shell.head');
  const { setOpen } = useCommands();
  return (
    <header className="page-head">
      {back && (
        <LinkButton
          href={back.href}
          icon="left"
          variant="quiet"
          size="sm"
          iconOnly={back.label}
          className="-mx-2"
        />
      )}
      <h1>{title}</h1>
      {asOf && <AsOf at={asOf} live={live} />}
      {/* On a phone a long note wraps beside the buttons, not above them. */}
      {note && <span className="as-of max-wide:flex-[99_1_12rem] max-wide:whitespace-normal">{note}</span>}
      <span className="flex-1" />
      <button type="button" className="btn btn-quiet page-search" onClick={() => setOpen('palette')}>
        <Icon name="search" />
        {t('search')} <kbd>Ctrl K</kbd>
      </button>
      {children}
      <Bell head />
    </header>
  );
}

function AsOf({ at, live }: { at: string; live: boolean }) {
  const t = useTranslations('shell.head');
  const time = formatInstant(useLocale() as Locale, at, 'time');
  const shown = useConnected() && live;
  return (
    <time className="as-of" dateTime={at} title={withOffset(at)}>
      {shown && <span className="live-dot" />}
      {shown ? t('live', { time }) : t('stale', { time })}
    </time>
  );
}
