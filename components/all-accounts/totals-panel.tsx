'use client';

import { useQueries } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { balanceQuery } from '#lib/overview/queries.ts';
import { totalsOf } from './totals.ts';

/** Sum of all accounts with a balance; it counts the accounts while some do not answer. */
export function TotalsPanel() {
  const t = useTranslations('all-accounts.totals');
  const shell = useTranslations('shell.environments');
  const accounts = useSession().session.accounts.filter(({ capabilities }) =>
    capabilities.includes('balance'),
  );
  const { totals, reading } = useQueries({
    queries: accounts.map(({ slug }) => balanceQuery(slug)),
    combine: (answers) => ({
      totals: totalsOf(accounts.map(({ environment }, at) => ({ environment, balance: answers[at]?.data }))),
      reading: answers.some(({ isPending }) => isPending),
    }),
  });
  if (accounts.length < 2) return null;
  return (
    <section className="panel" aria-label={t('title')}>
      <dl className="sums">
        {totals.map(({ environment, available, blocked, known, all }) => (
          <div key={environment}>
            <dt className="cap">
              {t('available')}{' '}
              <span className="env-tag" data-env={environment}>
                {shell(environment)}
              </span>
            </dt>
            <dd className="sums-value">
              {known > 0 ? <Money cents={available} /> : reading ? <Skeleton width="8rem" /> : '–'}
            </dd>
            <dd className="text-xs text-ink-3">
              {known === all || (reading && known === 0)
                ? t('all', { count: all })
                : t('some', { known, all })}
              {blocked !== null && blocked > 0 && (
                <>
                  {' · '}
                  {t('blocked')} <Money cents={blocked} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
