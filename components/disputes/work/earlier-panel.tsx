'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { endingOf } from '#lib/disputes/rules.ts';
import { useResultWords } from '../use-result-words.ts';
import { disputeName } from '../use-words.ts';
import styles from './work.module.css';

const MOST = 6;
const KIND = { kept: 'ok', returned: 'returned', withdrawn: 'cancelled', other: 'flow' } as const;

/** How earlier defenses of the same type ended; each can be read again. */
export function EarlierPanel({ detail: { earlier } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.earlier');
  const { account } = useSession();
  const words = useResultWords();
  const ended = earlier.filter(({ state }) => state === 'closed');
  const ending = (result: string | null) => endingOf({ status: null, result });
  const kept = ended.filter(({ result }) => ending(result) === 'kept').length;
  return (
    <Panel title={t('title')} note={ended.length > 0 && t('note', { kept, count: ended.length })}>
      {earlier.length === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <table className={styles.payments}>
          <caption className="sr-only">{t('caption')}</caption>
          <tbody>
            {earlier.slice(0, MOST).map(({ disputeId, answeredAt, state, result, files, amount }) => (
              <tr key={disputeId}>
                <td className="text-ink-3">
                  <Instant at={answeredAt} look="day" />
                </td>
                <td>
                  <Status kind={KIND[ending(result)]} calm>
                    {words({ state, status: null, result })}
                  </Status>
                </td>
                <td className={`text-ink-3 ${styles.wide}`}>{t('files', { count: files })}</td>
                <td className={`${styles.num} ${styles.wide}`}>
                  <Money cents={amount} />
                </td>
                <td className={styles.num}>
                  <Link
                    href={`/${account.slug}/disputes/${encodeURIComponent(disputeId)}`}
                    aria-label={t('seeLabel', { name: disputeName({ id: disputeId }) })}
                  >
                    {t('see')}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
