'use client';

import { useTranslations } from 'next-intl';
import { Instant } from '#components/ui/instant.tsx';
import { formatBrl } from '#lib/money.ts';
import type { LimitsToday } from '#lib/policies/queries.ts';
import styles from './policies.module.css';

type Limit = LimitsToday['items'][number];

/** Amount each person asked today of an account's limit for a day: paid is grey, open is dashed. */
export function LimitToday({ of: { limit, people }, asOf }: { of: Limit; asOf: string }) {
  const t = useTranslations('policies.today');
  const time = () => <Instant at={asOf} variant="time-minute" />;
  if (people.length === 0) return <p className={styles.today}>{t.rich('none', { time })}</p>;
  return (
    <div className={styles.today}>
      <p>
        <span>{t.rich('title', { time })}</span>
        <span>{t('legend')}</span>
      </p>
      <ul>
        {people.map((person) => (
          <Person key={person.id} of={person} limit={limit} />
        ))}
      </ul>
    </div>
  );
}

function Person({ of: { name, confirmed, open }, limit }: { of: Limit['people'][number]; limit: number }) {
  const t = useTranslations('policies.today');
  const paid = shareOf(confirmed, limit);
  const waits = Math.min(shareOf(open, limit), 100 - paid);
  const all = confirmed + open;
  const amounts = { confirmed: formatBrl(confirmed), open: formatBrl(open), limit: formatBrl(limit) };
  return (
    <li>
      <span className="break-words">{name || t('nobody')}</span>
      <span className="meter" role="img" aria-label={t('bar', amounts)}>
        {paid > 0 && <i data-part="gone" style={{ width: `${paid}%` }} />}
        {waits > 0 && <i data-part="open" style={{ width: `${waits}%` }} />}
      </span>
      <span className={all > limit ? 'text-warn-ink' : undefined}>
        {t.rich('of', { all: () => <b>{formatBrl(all)}</b>, limit: amounts.limit })}
      </span>
    </li>
  );
}

/** Per cent of the limit, a hundred at most. With a limit of nothing any amount is all of it. */
const shareOf = (cents: number, limit: number) =>
  cents <= 0 ? 0 : Math.min(100, limit === 0 ? 100 : (cents / limit) * 100);
