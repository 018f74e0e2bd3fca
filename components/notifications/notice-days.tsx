'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { notificationStyle } from '#components/app-shell/notices.tsx';
import { SessionProvider, useSession } from '#components/app-shell/session.tsx';
import { LookUpButton, NextLookUp } from '#components/operations/look-up.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { dayHeading, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { nonBreakingAmounts } from '#lib/core/money.ts';
import { inboxKeys, type NoticeLine } from '#lib/notifications/queries.ts';

type Props = { lines: readonly NoticeLine[]; onRead: (id: string) => void };

const REFRESH_MS = 60_000;

const stepsIn = (lines: readonly NoticeLine[]) => lines.reduce((sum, { steps }) => sum + 1 + steps.length, 0);

/** Lines grouped by São Paulo day, newest first. */
export function NoticeDays({ lines, onRead }: Props) {
  const t = useTranslations('inbox.happened');
  const locale = useLocale() as Locale;
  const now = useNow(REFRESH_MS, lines[0]?.at);
  const days = [...new Set(lines.map(({ at }) => saoPauloDay(at)))];
  return days.map((day) => {
    const own = lines.filter(({ at }) => saoPauloDay(at) === day);
    return (
      <section key={day} aria-label={dayHeading(locale, day, now)}>
        <p className="flex gap-2 border-line border-y bg-sunken px-3 py-1 text-ink-3">
          <b className="text-ink-2">{dayHeading(locale, day, now)}</b>{' '}
          <span>{t('day', { count: own.length, told: stepsIn(own) })}</span>
        </p>
        <ul>
          {own.map((line) => (
            <Line key={line.id} line={line} onRead={() => onRead(line.id)} />
          ))}
        </ul>
      </section>
    );
  });
}

const LINE =
  'group grid grid-cols-[1.5rem_1rem_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 px-3 py-2 text-ink-2 not-first:border-line not-first:border-t @min-[46rem]/room:grid-cols-[1.5rem_1rem_minmax(0,1fr)_minmax(4rem,10rem)_5rem_9rem] [:where(&_small)]:block [:where(&_small)]:wrap-anywhere [:where(&_small)]:text-ink-3 [:where(&_small)]:text-xs/4.5';
/** The unread mark, which becomes a tick on hover or focus. */
const MARK =
  'relative size-6 before:absolute before:inset-2 before:rounded-1 before:bg-ink hover:before:opacity-0 focus-visible:before:opacity-0 forced-colors:before:bg-[CanvasText] forced-colors:before:forced-color-adjust-none [&>svg]:opacity-0 hover:[&>svg]:opacity-100 focus-visible:[&>svg]:opacity-100';

function Line({ line, onRead }: { line: NoticeLine; onRead: () => void }) {
  const t = useTranslations('inbox.happened');
  const { icon, tone } = notificationStyle(line);
  const unread = line.readAt === null;
  return (
    <li className={LINE} data-unread={unread || undefined}>
      {unread ? (
        <IconButton
          icon="tick"
          className={MARK}
          label={t('markRead', { title: line.title })}
          onClick={onRead}
        />
      ) : (
        <span />
      )}
      <Icon name={icon} tone={tone} className="mt-0.5" />
      <div>
        <span className="wrap-anywhere group-data-[unread]:font-[700] group-data-[unread]:text-ink">
          {unread && <span className="sr-only">{t('unread')}: </span>}
          {nonBreakingAmounts(line.title)}
        </span>
        <Facts line={line} />
        {line.reason !== null && (
          <small>
            <q>{line.reason}</q>
          </small>
        )}
        {line.steps.length > 0 && (
          <ul
            className="mt-1 border-line-strong border-l pl-2 text-ink-3 text-xs/4.5"
            aria-label={t('earlier')}
          >
            {line.steps.map(({ step, at, title }) => (
              <li key={step}>
                <Instant at={at} variant="minute" /> {nonBreakingAmounts(title)}
              </li>
            ))}
          </ul>
        )}
        <LookUp line={line} />
      </div>
      <span className="col-start-3 text-ink-3 @min-[46rem]/room:col-start-4">{line.account?.name}</span>
      <Instant
        at={line.at}
        variant="time"
        className="col-start-4 row-start-1 justify-self-end text-ink-3 @min-[46rem]/room:col-start-5"
      />
      {line.link !== null && (
        <Link
          className="col-start-4 justify-self-end @min-[46rem]/room:col-start-6"
          href={line.link.path}
          onClick={() => unread && onRead()}
        >
          {line.link.word}
          <span className="sr-only">: {line.title}</span>
        </Link>
      )}
    </li>
  );
}

/** State of the line's subject. For a mention, the quote of the note; its title names the author. */
function Facts({ line }: { line: NoticeLine }) {
  const t = useTranslations('inbox.happened');
  const { quote, reference, detail, by, event, unknown } = line;
  if (quote !== null)
    return (
      <small>
        <q>{quote}</q>
      </small>
    );
  const named = event !== 'mention' && by !== null && by.name !== '' && t('by', { name: by.name });
  return (
    <small>
      {[reference, nonBreakingAmounts(detail), named].filter(Boolean).join(' · ')}
      {unknown !== null && (
        <>
          {' · '}
          <NextLookUp operation={{ state: 'unknown', nextLookUpAt: unknown.nextLookUpAt }} />
        </>
      )}
    </small>
  );
}

/** Looks an unknown operation up, if the operator may on the line's account. */
function LookUp({ line: { account, facts, unknown } }: { line: NoticeLine }) {
  const { session, account: page } = useSession();
  if (account === null || unknown?.lookUp !== true || typeof facts.id !== 'string') return null;
  if (!session.accounts.some(({ slug }) => slug === account.slug)) return null;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2">
      <SessionProvider session={session} account={account.slug}>
        <LookUpButton operation={{ id: facts.id }} stale={[inboxKeys.all(page.slug)]} size="sm" />
      </SessionProvider>
    </div>
  );
}
