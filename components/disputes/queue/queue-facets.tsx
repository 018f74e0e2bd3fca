'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Facet, Facets } from '#components/ui/facets.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, type StatusKind, statusVariants } from '#components/ui/status.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { balanceQuery } from '#lib/overview/account-queries.ts';

const KINDS = { open: 'danger', answered: 'flow', closed: 'ok' } as const satisfies Record<
  QueueFilter['state'],
  StatusKind
>;

const FIGURE = 'flex flex-wrap gap-x-1.5 whitespace-nowrap';

type Props = {
  sums: DisputeList['sums'] | undefined;
  state: QueueFilter['state'];
  onState: (state: QueueFilter['state']) => void;
};

/** The three states with how many and how much; what is blocked now, where the account's balance tells. */
export function QueueFacets({ sums, state, onState }: Props) {
  const t = useTranslations('disputes.facets');
  return (
    <Facets
      className="wide:grid-cols-4 wide:not-has-[>[data-blocked]]:grid-cols-3 wide:@max-[56rem]/room:grid-cols-2"
      aria-label={t('label')}
    >
      {(['open', 'answered', 'closed'] as const).map((value) => (
        <Facet key={value} aria-pressed={state === value} onClick={() => onState(value)}>
          <Status kind={KINDS[value]} calm={value === 'closed'} className="text-xs">
            {t(value)}
          </Status>
          <b className={FIGURE}>
            {sums === undefined ? (
              <Skeleton width="7rem" />
            ) : (
              <>
                {sums[value].count} · <Money cents={sums[value].amount} />
              </>
            )}
            {value === 'open' && sums !== undefined && sums.overdue.count > 0 && (
              <span className="text-[0.75rem] font-medium text-danger-ink max-wide:hidden">
                {t('overdue', { count: sums.overdue.count })}
              </span>
            )}
          </b>
        </Facet>
      ))}
      <Blocked />
    </Facets>
  );
}

/** Amount that the service blocks now; absent when it does not say. */
function Blocked() {
  const t = useTranslations('disputes.facets');
  const { account } = useSession();
  const known = account.capabilities.includes('balance');
  const { data, error } = useQuery({ ...balanceQuery(account.slug), enabled: known });
  if (!known || data?.blocked === null || (data === undefined && error !== null)) return null;
  return (
    <div className="min-w-0 px-3 py-2" data-blocked="">
      <span className={cn(statusVariants({ tone: 'idle' }), 'text-xs')}>
        <Icon name="lock" tone="idle" />
        {t('blocked')}
      </span>
      <b className={`${FIGURE} text-md`}>
        {data === undefined ? <Skeleton width="5rem" /> : <Money cents={data.blocked} />}
      </b>
    </div>
  );
}
