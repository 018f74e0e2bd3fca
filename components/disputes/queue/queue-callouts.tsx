'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import type { Dispute, DisputeList } from '#lib/disputes/contract.ts';
import { formatBrl } from '#lib/money.ts';
import { workingMs } from '../clock.ts';
import { workingDays } from './axis.ts';

const HOUR = 3_600_000;
type Props = { head: DisputeList; items: readonly Dispute[]; now: number };

/** Disputes without an assignee, with the working time left; and those past their deadline. */
export function QueueCallouts({ head: { sums }, items, now }: Props) {
  const t = useTranslations('disputes');
  const words = useTimeLabels();
  const defends = useSession().account.capabilities.includes('defenses');
  const due = items
    .filter(({ assignee, deadline }) => assignee === null && deadline !== null && Date.parse(deadline) > now)
    .map(({ deadline }) => deadline ?? '')
    .sort()[0];
  return (
    <>
      {sums.overdue.count > 0 && (
        <Callout tone="danger">
          <b>
            {t('overdue.title', {
              count: sums.overdue.count,
              amount: formatBrl(sums.overdue.amount),
            })}
          </b>{' '}
          {t(defends ? 'overdue.todo' : 'overdue.todoElsewhere')}
        </Callout>
      )}
      {sums.unassigned.count > 0 && (
        <Callout tone="warn">
          <b>
            {t('unassigned.title', {
              count: sums.unassigned.count,
              amount: formatBrl(sums.unassigned.amount),
            })}
          </b>{' '}
          {due !== undefined &&
            t('unassigned.first', {
              when: words.when(due, now),
              hours: Math.floor(
                workingMs(now, Date.parse(due), workingDays(now, daysUntil(due, now))) / HOUR,
              ),
            })}
        </Callout>
      )}
    </>
  );
}

const daysUntil = (due: string, now: number) =>
  Math.min(60, Math.ceil((Date.parse(due) - now) / (24 * HOUR)));
