'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { Dispute, DisputeDetail, DisputeList } from '#lib/disputes/contract.ts';
import { allDisputes } from '#lib/disputes/queries.ts';
import { disputeName } from '#lib/disputes/rules.ts';
import { usePersonLabels } from './labels.tsx';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Assigns a dispute to an operator, or to nobody. `messageFor` builds the confirmation toast. */
function useAssign(id: string, messageFor: (name: string | undefined) => string) {
  const account = useSession().account.slug;
  const toast = useToast();
  const { busy, submit } = useOperation('PUT /disputes/{id}/assignee', {
    params: { id },
    proof: 'none',
    stale: [allDisputes(account)],
    onDone: ({ assignee }) => toast(messageFor(assignee?.name)),
    onRefused: (error) => toast(messageOf(error)),
  });
  return { busy, assign: (operatorId: string | null) => void submit({ operatorId }) };
}

/** The dispute's assignee; an open dispute without one is marked and can be taken with one click. */
export function Assignee({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.filters');
  const person = usePersonLabels();
  const may = useCan('dispute');
  if (dispute.assignee !== null) return person(dispute.assignee);
  if (dispute.state !== 'open') return <span className="text-ink-3">–</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name="triangle" tone="warn" />
      {may ? <TakeButton dispute={dispute} /> : t('nobody')}
    </span>
  );
}

function TakeButton({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.table');
  const me = useSession().session.operator.id;
  const name = disputeName(dispute);
  const { busy, assign } = useAssign(dispute.id, () => t('taken', { name }));
  return (
    <Button size="sm" aria-label={t('takeLabel', { name })} disabled={busy} onClick={() => assign(me)}>
      {t('take')}
    </Button>
  );
}

const NOBODY = '';

/** The dispute's assignee; operators who may answer disputes can take, reassign or release it. */
export function AssigneeMenu({ detail: { dispute, people } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes');
  const me = useSession().session.operator.id;
  const may = useCan('dispute');
  const { busy, assign } = useAssign(dispute.id, (name) =>
    t('assignee.changed', { name: name ?? t('filters.nobody') }),
  );
  const { assignee } = dispute;
  const mine = assignee?.id === me ? 'mine' : 'with';
  const label = t(`assignee.${assignee === null ? 'nobody' : mine}`, { name: assignee?.name ?? '' });
  if (!may) return <span className="text-xs text-ink-3">{label}</span>;
  return (
    <Menu
      label={t('assignee.label')}
      align="end"
      trigger={
        <Button icon="user" disabled={busy}>
          {label}
          <Icon name="down" size="s" />
        </Button>
      }
      items={[
        {
          kind: 'choice',
          id: 'assignee',
          label: t('assignee.label'),
          value: assignee?.id ?? NOBODY,
          onChange: (id) => assign(id === NOBODY ? null : id),
          options: [
            { value: me, label: t('you') },
            ...people.filter(({ id }) => id !== me).map(({ id, name }) => ({ value: id, label: name })),
            { value: NOBODY, label: t('assignee.release') },
          ],
        },
      ]}
    />
  );
}

/** Assigns the selected disputes one after another: each is audited, and the first refusal stops it. */
export function AssignMany({ ids, people }: { ids: readonly string[]; people: DisputeList['people'] }) {
  const t = useTranslations('disputes');
  const { account, session } = useSession();
  const me = session.operator.id;
  const client = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const count = ids.length;
  const assign = async (operatorId: string | null, name: string) => {
    setBusy(true);
    let done = 0;
    try {
      for (const id of ids) {
        const body = { operatorId };
        await call('PUT /disputes/{id}/assignee', { account: account.slug, params: { id }, body });
        done += 1;
      }
      toast(t('many.done', { count: done, name }));
    } catch (error) {
      toast(t('many.stopped', { done, count, why: messageOf(error) }));
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: allDisputes(account.slug) });
  };
  const item = (id: string, label: string, operatorId: string | null, name: string) => ({
    kind: 'item' as const,
    id,
    label,
    onSelect: () => void assign(operatorId, name),
  });
  return (
    <>
      <Button icon="user" disabled={busy} onClick={() => void assign(me, t('you'))}>
        {t('many.take', { count })}
      </Button>
      <Menu
        label={t('many.to')}
        side="top"
        align="end"
        trigger={<Button disabled={busy}>{t('many.to')}</Button>}
        items={[
          ...people.filter(({ id }) => id !== me).map(({ id, name }) => item(id, name, id, name)),
          item('nobody', t('assignee.release'), null, t('filters.nobody')),
        ]}
      />
    </>
  );
}
