'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { LookUpButton } from '#components/operations/look-up-button.tsx';
import { NextLookUp } from '#components/operations/next-look-up.tsx';
import { noticeLook } from '#components/shell/notice-look.ts';
import { SessionProvider, useSession } from '#components/shell/session-context.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { dayHeading, type Locale, saoPauloDay } from '#lib/dates.ts';
import { holdAmounts } from '#lib/money.ts';
import { inboxKeys, type NoticeLine } from '#lib/notifications/queries.ts';
import styles from './notifications.module.css';

type Props = { lines: readonly NoticeLine[]; onRead: (id: string) => void };

const EVERY_MS = 60_000;

const toldIn = (lines: readonly NoticeLine[]) => lines.reduce((sum, { steps }) => sum + 1 + steps.length, 0);

/** Lines under their São Paulo days, newest first. */
export function NoticeDays({ lines, onRead }: Props) {
  const t = useTranslations('inbox.happened');
  const locale = useLocale() as Locale;
  const now = useNow(EVERY_MS, lines[0]?.at);
  const days = [...new Set(lines.map(({ at }) => saoPauloDay(at)))];
  return days.map((day) => {
    const own = lines.filter(({ at }) => saoPauloDay(at) === day);
    return (
      <section key={day} aria-label={dayHeading(locale, day, now)}>
        <p className={styles.day}>
          <b>{dayHeading(locale, day, now)}</b>{' '}
          <span>{t('day', { count: own.length, told: toldIn(own) })}</span>
        </p>
        <ul className={styles.lines}>
          {own.map((line) => (
            <Line key={line.id} line={line} onRead={() => onRead(line.id)} />
          ))}
        </ul>
      </section>
    );
  });
}

function Line({ line, onRead }: { line: NoticeLine; onRead: () => void }) {
  const t = useTranslations('inbox.happened');
  const { icon, tone } = noticeLook(line);
  const unread = line.readAt === null;
  return (
    <li data-unread={unread || undefined}>
      {unread ? (
        <IconButton
          icon="tick"
          className={styles.mark}
          label={t('markRead', { title: line.title })}
          onClick={onRead}
        />
      ) : (
        <span />
      )}
      <Icon name={icon} tone={tone} />
      <div>
        <span className={styles.title}>
          {unread && <span className="sr-only">{t('unread')}: </span>}
          {holdAmounts(line.title)}
        </span>
        <Facts line={line} />
        {line.reason !== null && (
          <small>
            <q>{line.reason}</q>
          </small>
        )}
        {line.steps.length > 0 && (
          <ul className={styles.fold} aria-label={t('earlier')}>
            {line.steps.map(({ step, at, title }) => (
              <li key={step}>
                <Instant at={at} variant="minute" /> {holdAmounts(title)}
              </li>
            ))}
          </ul>
        )}
        <LookUp line={line} />
      </div>
      <span className={styles.account}>{line.account?.name}</span>
      <Instant at={line.at} variant="time" />
      {line.link !== null && (
        <Link href={line.link.path} onClick={() => unread && onRead()}>
          {line.link.word}
          <span className="sr-only">: {line.title}</span>
        </Link>
      )}
    </li>
  );
}

/** How its subject stands; of a mention the note's own words, whose writer its title names. */
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
      {[reference, holdAmounts(detail), named].filter(Boolean).join(' · ')}
      {unknown !== null && (
        <>
          {' · '}
          <NextLookUp operation={{ state: 'unknown', nextLookUpAt: unknown.nextLookUpAt }} />
        </>
      )}
    </small>
  );
}

/** Asks the provider now how an operation ended, for who may on the line's own account. */
function LookUp({ line: { account, facts, unknown } }: { line: NoticeLine }) {
  const { session, account: page } = useSession();
  if (account === null || unknown?.lookUp !== true || typeof facts.id !== 'string') return null;
  if (!session.accounts.some(({ slug }) => slug === account.slug)) return null;
  return (
    <div className={styles.now}>
      <SessionProvider session={session} account={account.slug}>
        <LookUpButton operation={{ id: facts.id }} stale={[inboxKeys.all(page.slug)]} size="sm" />
      </SessionProvider>
    </div>
  );
}
