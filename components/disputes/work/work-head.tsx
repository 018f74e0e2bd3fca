'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, ButtonGroup, IconButton, LinkButton } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { PageHeader } from '#components/ui/page.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { disputeName, disputePath, endingOf } from '#lib/disputes/rules.ts';
import { useAssign } from '../use-assign.ts';

/** Page header of a dispute: id, state, position in the queue, assignee. */
export function WorkHead({ id, detail }: { id: string; detail: DisputeDetail | undefined }) {
  const t = useTranslations('disputes');
  const { account } = useSession();
  return (
    <PageHeader>
      <LinkButton
        href={`/${account.slug}/disputes`}
        icon="left"
        variant="quiet"
        size="sm"
        iconOnly={t('work.back')}
      />
      <h1 className="flex min-w-0 items-center gap-1.5">
        {t.rich('work.title', {
          name: disputeName({ id }),
          id: (chunks) => (
            <span className="mono text-md" title={id}>
              {chunks}
            </span>
          ),
        })}
        <CopyButton value={id} />
      </h1>
      {detail !== undefined && <StateBadge dispute={detail.dispute} />}
      <span className="flex-1" />
      {detail !== undefined && (
        <>
          <Place detail={detail} />
          <AssigneeMenu detail={detail} />
        </>
      )}
    </PageHeader>
  );
}

function Place({ detail: { queue } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.work');
  const router = useRouter();
  const { account } = useSession();
  const go = (id: string | null) => {
    if (id !== null) router.push(disputePath(account.slug, id));
  };
  useShortcut('j', () => go(queue.next), { label: t('next') });
  useShortcut('k', () => go(queue.previous), { label: t('previous') });
  return (
    <span className="inline-flex items-center gap-3 max-wide:hidden">
      {queue.place !== null && (
        <span className="text-xs text-ink-3">{t('place', { place: queue.place, of: queue.of })}</span>
      )}
      <ButtonGroup>
        <IconButton
          icon="up"
          variant="plain"
          size="md"
          label={t('previous')}
          shortcut="k"
          disabled={queue.previous === null}
          onClick={() => go(queue.previous)}
        />
        <IconButton
          icon="down"
          variant="plain"
          size="md"
          label={t('next')}
          shortcut="j"
          disabled={queue.next === null}
          onClick={() => go(queue.next)}
        />
      </ButtonGroup>
    </span>
  );
}

type StateStyle = { words: string; tone: Tone; icon: IconName };

function StateBadge({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.states');
  const { words, tone, icon } = stateStyleOf(dispute);
  return (
    <Badge tone={tone} icon={icon}>
      {t(words as 'open')}
    </Badge>
  );
}

const ENDED = lookupTable<StateStyle>({
  kept: { words: 'kept', tone: 'ok', icon: 'check' },
  returned: { words: 'returned', tone: 'flow', icon: 'return' },
  withdrawn: { words: 'withdrawn', tone: 'idle', icon: 'barred' },
});

function stateStyleOf(dispute: Dispute): StateStyle {
  const { sending, state } = dispute;
  if (sending !== null)
    return { words: sending.state === 'unknown' ? 'unknown' : 'sending', tone: 'idle', icon: 'unknown' };
  if (state === 'answered') return { words: 'answered', tone: 'flow', icon: 'half' };
  if (state === 'closed') return ENDED[endingOf(dispute)] ?? { words: 'closed', tone: 'idle', icon: 'check' };
  return { words: 'open', tone: 'danger', icon: 'octagon' };
}

const NOBODY = '';

/** The dispute's assignee; operators who may answer disputes can take, reassign or release it. */
function AssigneeMenu({ detail: { dispute, people } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes');
  const me = useSession().session.operator.id;
  const may = useCan('dispute');
  const { busy, assign } = useAssign(dispute.id, (name) =>
    t('assignee.changed', { name: name ?? t('filters.nobody') }),
  );
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
    onChange: (id) => assign(id === NOBODY ? null : id),
    options: [
      { value: me, label: t('you') },
      ...others.map(({ id, name }) => ({ value: id, label: name })),
      { value: NOBODY, label: t('assignee.release') },
    ],
  };
  const trigger = (
    <Button icon="user" disabled={busy}>
      {words}
      <Icon name="down" size="s" />
    </Button>
  );
  return <Menu label={t('assignee.label')} trigger={trigger} items={[choice]} align="end" />;
}

/** After an answer, links to the open dispute due first; renders nothing when there is none. */
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
