'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { disputeName, disputePath } from '#lib/disputes/rules.ts';
import { firstDueOptions } from '#lib/disputes/shell-queries.ts';
import { formatBrl } from '#lib/money.ts';

/** After an answer, the way to the open dispute that is due first; nothing where none is left. */
export function NextDue({ after }: { after: string }) {
  const t = useTranslations('disputes.nextDue');
  const words = useTimeLabels();
  const now = useNow(15_000);
  const account = useSession().account.slug;
  const may = useCan('dispute');
  const { data } = useQuery(firstDueOptions(account));
  const next = data?.items.find(({ id, sending }) => id !== after && sending === null);
  if (!may || next === undefined) return null;
  const { deadline, amount, payerName } = next;
  const left = deadline === null ? null : Date.parse(deadline) - now;
  const due = left === null ? t('unknown') : left > 0 ? t('left', { left: words.left(left) }) : t('over');
  return (
    <p>
      <Link href={disputePath(account, next.id)}>
        {t('next', { name: payerName ?? disputeName(next) })}
        {amount !== null && `, ${formatBrl(amount)}`}, {due}
      </Link>
    </p>
  );
}
