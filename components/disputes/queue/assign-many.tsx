'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { disputeKeys } from '#lib/disputes/queries.ts';

type Props = { ids: readonly string[]; people: DisputeList['people'] };

/** Puts one person in charge of all chosen disputes: oneself with one press, or somebody of the team. */
export function AssignMany({ ids, people }: Props) {
  const t = useTranslations('disputes');
  const me = useSession().session.operator.id;
  const { busy, assign } = useAssignMany(ids);
  const count = ids.length;
  return (
    <>
      <Button icon="user" disabled={busy} onClick={() => assign(me, t('you'))}>
        {t('many.take', { count })}
      </Button>
      <Menu
        label={t('many.to')}
        side="top"
        align="end"
        trigger={<Button disabled={busy}>{t('many.to')}</Button>}
        items={[
          ...people
            .filter(({ id }) => id !== me)
            .map(({ id, name }) => ({
              kind: 'item' as const,
              id,
              label: name,
              onSelect: () => assign(id, name),
            })),
          {
            kind: 'item',
            id: 'nobody',
            label: t('assignee.release'),
            onSelect: () => assign(null, t('filters.nobody')),
          },
        ]}
      />
    </>
  );
}

/** One after the other: each is in the audit by itself, and the first refusal says where it stopped. */
function useAssignMany(ids: readonly string[]) {
  const t = useTranslations('disputes.many');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const assign = async (operatorId: string | null, name: string) => {
    setBusy(true);
    let done = 0;
    try {
      for (const id of ids) {
        await call('PUT /disputes/{id}/assignee', { account, params: { id }, body: { operatorId } });
        done += 1;
      }
      toast(t('done', { count: done, name }));
    } catch (error) {
      toast(
        t('stopped', {
          done,
          count: ids.length,
          why: error instanceof Error ? error.message : String(error),
        }),
      );
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  };
  return { busy, assign: (operatorId: string | null, name: string) => void assign(operatorId, name) };
}
