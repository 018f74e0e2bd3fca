'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { OperationState } from '#components/operations/operation-state.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { openOperationsOptions } from '#lib/operations/queries.ts';
import { REPORT_KINDS, reportKeys } from '#lib/reports/queries.ts';

/**
 * Orders whose end is not known: followed by themselves. `asked`: the one that was begun here, told to its end. Absent
 * where there are none.
 */
export function OpenReports({ asked }: { asked: string | null }) {
  const t = useTranslations('reports.open');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const { data } = useQuery(openOperationsOptions(account, REPORT_KINDS));
  const open = (data?.items ?? []).map(({ id }) => id);
  const ids = [...new Set([...(asked === null ? [] : [asked]), ...open])];
  if (ids.length === 0) return null;
  const reread = () => void client.invalidateQueries({ queryKey: reportKeys.all(account) });
  return (
    <section className="grid gap-3" aria-label={t('title')}>
      {ids.map((id) => (
        <OperationState key={id} operationId={id} onEnd={reread}>
          <p>{t('note')}</p>
        </OperationState>
      ))}
    </section>
  );
}
