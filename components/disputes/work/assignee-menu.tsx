'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { disputeKeys } from '#lib/disputes/queries.ts';

const NOBODY = '';

/** Who has it in hand; whoever may answer disputes may take it, hand it over or leave it. */
export function AssigneeMenu({ detail: { dispute, people } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes');
  const { session, account } = useSession();
  const me = session.operator.id;
  const may = useCan('dispute');
  const client = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (operatorId: string | null) =>
      call('PUT /disputes/{id}/assignee', {
        account: account.slug,
        params: { id: dispute.id },
        body: { operatorId },
      }),
    onSuccess: ({ assignee }) =>
      toast(t('assignee.changed', { name: assignee?.name ?? t('filters.nobody') })),
    onError: (error) => toast(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: disputeKeys.all(account.slug) }),
  });
  const { assignee } = dispute;
  const words =
    assignee === null
      ? t('assignee.nobody')
      : assignee.id === me
        ? t('assignee.mine')
        : t('assignee.with', { name: assignee.name });
  if (!may) return <span className="text-xs text-ink-3">{words}</span>;
  const others = people.filter(({ id }) => id !== me);
  const choice: MenuItem = {
    kind: 'choice',
    id: 'assignee',
    label: t('assignee.label'),
    value: assignee?.id ?? NOBODY,
    onChange: (id) => change.mutate(id === NOBODY ? null : id),
    options: [
      { value: me, label: t('you') },
      ...others.map(({ id, name }) => ({ value: id, label: name })),
      { value: NOBODY, label: t('assignee.release') },
    ],
  };
  const trigger = (
    <Button icon="user" disabled={change.isPending}>
      {words}
      <Icon name="down" size="s" />
    </Button>
  );
  return <Menu label={t('assignee.label')} trigger={trigger} items={[choice]} align="end" />;
}
