'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { useResultWords } from '../use-result-words.ts';
import { useTimeWords } from '../use-words.ts';
import styles from './work.module.css';

/** The answer's moment in the deadline's place: nothing counts down any more. */
export function StoppedClock({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const words = useTimeWords();
  const result = useResultWords();
  const { answeredAt, answeredBy, deadline, state } = dispute;
  const left =
    answeredAt === null || deadline === null ? null : Date.parse(deadline) - Date.parse(answeredAt);
  return (
    <div className={styles.left}>
      {answeredAt !== null && (
        <>
          <span className="cap">{t('stopped')}</span>
          <p className={styles.figure} data-still="">
            <Icon name="check" tone="ok" />
            <time dateTime={answeredAt} title={withOffset(answeredAt)}>
              {formatInstant(locale, answeredAt, 'full')}
            </time>
          </p>
          <p>
            {answeredBy === null ? t('stoppedOutside') : t('stoppedBy', { name: answeredBy.name })}
            {left !== null &&
              ` · ${left > 0 ? t('stoppedBefore', { left: words.left(left) }) : t('stoppedLate')}`}
          </p>
        </>
      )}
      {state === 'closed' && (
        <p className={answeredAt === null ? styles.figure : 'mt-1'} data-still="">
          {t('closed')}: <b>{result(dispute)}</b>
        </p>
      )}
    </div>
  );
}
