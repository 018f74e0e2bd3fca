'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { disputeKeys } from '#lib/disputes/queries.ts';
import { disputeName } from '../use-words.ts';
import styles from './queue.module.css';

/** Who has it; what nobody has can be taken with one press. */
export function OwnerCell({ dispute, may }: { dispute: Dispute; may: boolean }) {
  const t = useTranslations('disputes');
  const { session, account } = useSession();
  const allowed = useCan('dispute') && may;
  const toast = useToast();
  const client = useQueryClient();
  const name = disputeName(dispute);
  const take = useMutation({
    mutationFn: () =>
      call('PUT /disputes/{id}/assignee', {
        account: account.slug,
        params: { id: dispute.id },
        body: { operatorId: session.operator.id },
      }),
    onSuccess: () => toast(t('table.taken', { name })),
    onSettled: () => client.invalidateQueries({ queryKey: disputeKeys.all(account.slug) }),
  });
  const { assignee } = dispute;
  if (assignee !== null) return assignee.id === session.operator.id ? t('you') : assignee.name;
  if (!allowed) return <span className="text-ink-3">–</span>;
  return (
    <Button
      size="sm"
      className={styles.above}
      aria-label={t('table.takeLabel', { name })}
      disabled={take.isPending}
      onClick={() => take.mutate()}
    >
      {t('table.take')}
    </Button>
  );
}
