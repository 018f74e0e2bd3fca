'use client';

import { useTranslations } from 'next-intl';
import { Money } from '#components/ui/money.tsx';
import { Facet, Facets } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { NOBODY, type QueueFilter } from '#lib/disputes/disputes.list.ts';

type Narrowed = Pick<QueueFilter, 'state' | 'assignee' | 'due'>;
type Count = { name: 'open' | 'soon' | 'unassigned' | 'answered' | 'closed'; kind: StatusKind; is: Narrowed };

const ALL = { state: 'open', assignee: null, due: null } as const;
const FACETS: readonly Count[] = [
  { name: 'open', kind: 'local', is: ALL },
  { name: 'soon', kind: 'danger', is: { ...ALL, due: 'soon' } },
  { name: 'unassigned', kind: 'warn', is: { ...ALL, assignee: NOBODY } },
  { name: 'answered', kind: 'flow', is: { ...ALL, state: 'answered' } },
  { name: 'closed', kind: 'ok', is: { ...ALL, state: 'closed' } },
];

type Props = {
  sums: DisputeList['sums'] | undefined;
  filter: Narrowed;
  /** Filters to exactly the rows that a facet counts. */
  onChoose: (narrowed: Narrowed) => void;
};

/** Count and amount of disputes: open, of these due within a day and unassigned, answered, closed. */
export function QueueFacets({ sums, filter, onChoose }: Props) {
  const t = useTranslations('disputes.facets');
  const isChosen = ({ state, assignee, due }: Narrowed) =>
    state === filter.state && assignee === filter.assignee && due === filter.due;
  return (
    <Facets className="wide:grid-cols-5 wide:@max-[62rem]/room:grid-cols-3" aria-label={t('label')}>
      {FACETS.map(({ name, kind, is }) => (
        <Facet key={name} className="py-1.5" aria-pressed={isChosen(is)} onClick={() => onChoose(is)}>
          {name === 'open' ? (
            <span className="flex flex-wrap gap-x-2 text-xs">
              {t(name)}
              {sums !== undefined && sums.overdue.count > 0 && (
                <span className="font-medium text-danger-ink max-wide:hidden">
                  {t('overdue', { count: sums.overdue.count })}
                </span>
              )}
            </span>
          ) : (
            <Status kind={kind} calm={name === 'closed' || sums?.[name].count === 0} className="text-xs">
              {t(name)}
            </Status>
          )}
          <b className="whitespace-nowrap">
            {sums === undefined ? (
              <Skeleton width="7rem" />
            ) : (
              <>
                {sums[name].count} · <Money cents={sums[name].amount} />
              </>
            )}
          </b>
        </Facet>
      ))}
    </Facets>
  );
}
