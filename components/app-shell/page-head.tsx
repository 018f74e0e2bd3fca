'use client';

import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { Button, buttonVariants, LinkButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { LiveDot, PageHeader, TabLink, Tabs } from '#components/ui/page.tsx';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import type { Thing } from '#lib/audit-log/rules.ts';
import { type Day, formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import { Bell } from './bell.tsx';
import { useCommands, usePaletteActions, useShortcut } from './command-context.tsx';
import { useConnected } from './connection.tsx';
import { isCurrent, navFor, pathOf, segmentOf, settingsFor, settingsPath, shownPlace } from './nav.ts';
import { TabBadge } from './nav-badge.tsx';
import { useSession } from './session.tsx';

const AS_OF = 'inline-flex items-center gap-1.5 whitespace-nowrap text-ink-3 text-xs/4.5';

type Props = {
  title: ReactNode;
  /** A link to the list this page was opened from; `label` is its name ("Voltar às entregas"). */
  back?: { href: string; label: string };
  /** ISO instant of the data on screen. */
  asOf?: string | null | undefined;
  /** True while the page refreshes automatically; false shows how old the data is. */
  live?: boolean;
  note?: ReactNode;
  /** Buttons at the right; at most one is filled. */
  children?: ReactNode;
};

/** The tabs below an account page's title: the places of its menu entry. Absent where there is only one. */
function EntryTabs() {
  const t = useTranslations('shell.nav');
  const { account } = useSession();
  const segment = segmentOf(usePathname(), account.slug);
  const search = useSearchParams();
  const entry = navFor(account).find((item) => isCurrent(item, segment));
  if (entry === undefined || entry.places.length < 2) return null;
  const shown = shownPlace(entry, segment, search);
  return (
    <Tabs aria-label={t('tabs', { name: t(entry.id as 'pay') })}>
      {entry.places.map((place) => (
        <TabLink key={place.id} href={pathOf(account.slug, place)} open={place === shown}>
          {t(`places.${place.id as 'open'}`)}
          <TabBadge of={place.id} />
        </TabLink>
      ))}
    </Tabs>
  );
}

/** The page header: title, age of the data, palette button, actions; below it the tabs, if any. */
export function PageHead({ title, back, asOf, live = false, note, children }: Props) {
  const t = useTranslations('shell.head');
  const { setOpen } = useCommands();
  return (
    <>
      <PageHeader>
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
        {note && (
          // A long note wraps next to the buttons, not above them.
          <span
            className={`${AS_OF} wide:@max-[56rem]/room:flex-[99_1_8rem] @max-[56rem]/room:whitespace-normal max-wide:flex-[99_1_12rem] max-wide:whitespace-normal head-folds:order-2`}
            data-own-line="note"
          >
            {note}
          </span>
        )}
        <span className="flex-1" />
        <button
          type="button"
          className={cn(
            buttonVariants({ variant: 'quiet' }),
            'max-wide:w-control max-wide:p-0 @max-[56rem]/room:w-control @max-[56rem]/room:p-0 group-data-[open=sheet]/layout:hidden',
          )}
          onClick={() => setOpen('palette')}
        >
          <Icon name="search" />
          <span className="max-wide:sr-only @max-[56rem]/room:sr-only">{t('search')}</span>{' '}
          <kbd className="max-wide:hidden @max-[56rem]/room:hidden">Ctrl K</kbd>
        </button>
        {children}
        <Bell head />
      </PageHeader>
      {!back && <EntryTabs />}
    </>
  );
}

function AsOf({ at, live }: { at: string; live: boolean }) {
  const t = useTranslations('shell.head');
  const time = formatInstant(useLocale() as Locale, at, 'time');
  const shown = useConnected() && live;
  return (
    <time
      className={`${AS_OF} @max-[30rem]/room:order-1 @max-[30rem]/room:basis-full head-folds:group-has-[>[data-own-line]]/head:order-2 head-folds:group-has-[>[data-own-line]]/head:basis-auto`}
      dateTime={at}
      title={withOffset(at)}
    >
      {shown && <LiveDot />}
      {shown ? t('live', { time }) : t('stale', { time })}
    </time>
  );
}

type AuditLinkProps = { of: Thing } & (
  | { target: string; actions?: never; account?: never }
  /** For a page of several records, or of one without an id. `account`: its slug; absent: all accounts. */
  | { target?: never; actions: readonly AuditAction[]; account?: string }
);

const useMayAudit = () => useSession().session.permissions.includes('manage');

/** Links to one person's audited actions on one São Paulo day, for operators who may read the log. */
export function PersonDayLink({ id, day, children }: { id: string; day: Day; children: ReactNode }) {
  const query = new URLSearchParams({ operator: id, from: day, to: day });
  return useMayAudit() && <Link href={`/settings/audit?${query}`}>{children}</Link>;
}

/** "What happened here": the audit log of a record, for operators who manage all accounts. */
export function AuditLink({ target, actions, account }: AuditLinkProps) {
  const t = useTranslations('shell');
  if (!useMayAudit()) return null;
  const query = new URLSearchParams(target === undefined ? { action: actions.join(',') } : { target });
  if (account !== undefined) query.set('account', account);
  return (
    <p className={target === undefined ? 'text-xs' : 'mt-1 text-xs'}>
      <Link href={`/settings/audit?${query}`}>{t('whatHappened')}</Link>
    </p>
  );
}

type NewButtonProps = {
  /** Label of the button, also in the palette: "Nova cobrança". */
  label: string;
  onPress: () => void;
};

/** The main button of a list's header: opens the form next to the list, as `n` and the palette do. */
export function NewButton({ label, onPress }: NewButtonProps) {
  const actions = useMemo(
    () => [{ id: 'new', label, icon: 'plus' as const, keys: 'n', run: onPress }],
    [label, onPress],
  );
  usePaletteActions('new', actions);
  useShortcut(
    'n',
    (event) => {
      // Prevents the letter from being typed into the field that gets the focus.
      event.preventDefault();
      onPress();
    },
    { label },
  );
  return (
    <Button
      variant="main"
      icon="plus"
      onClick={onPress}
      title={label}
      aria-label={label}
      aria-keyshortcuts="n"
    >
      <span className="@max-[30rem]/room:sr-only">{label}</span>{' '}
      <kbd className="max-wide:hidden @max-[56rem]/room:hidden">n</kbd>
    </Button>
  );
}

export function SettingsTabs() {
  const t = useTranslations('shell.settings');
  const { session } = useSession();
  const pathname = usePathname();
  const pages = settingsFor(session);
  // For managers the approvals are part of the policies page.
  const isAmongRules =
    pathname === settingsPath({ id: 'approvals' }) && !pages.some(({ id }) => id === 'approvals');
  const current = isAmongRules ? settingsPath({ id: 'policies' }) : pathname;
  return (
    <Tabs aria-label={t('label')}>
      {pages.map((page) => (
        <TabLink key={page.id} href={settingsPath(page)} open={current === settingsPath(page)}>
          {t(page.id)}
        </TabLink>
      ))}
    </Tabs>
  );
}
