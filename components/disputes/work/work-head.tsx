'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ButtonGroup, IconButton, LinkButton } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import type { IconName, Tone } from '#components/ui/icon.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { PageHeader } from '#components/ui/page.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { disputeName, disputePath, endingOf } from '#lib/disputes/rules.ts';
import { AssigneeMenu } from '../assignee.tsx';

/** Page header of a dispute: id, state, position in the queue, assignee. */
export function WorkHead({ id, detail }: { id: string; detail: DisputeDetail | undefined }) {
  const t = useTranslations('disputes');
  const { account } = useSession();
  const state = detail && stateStyleOf(detail.dispute);
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
      {state && (
        <Badge tone={state.tone} icon={state.icon}>
          {t(`states.${state.label as 'open'}`)}
        </Badge>
      )}
      <span className="flex-1" />
      {detail && <Place detail={detail} />}
      {detail && <AssigneeMenu detail={detail} />}
    </PageHeader>
  );
}

const STEPS = [
  { to: 'previous', icon: 'up', shortcut: 'k' },
  { to: 'next', icon: 'down', shortcut: 'j' },
] as const;

function Place({ detail: { queue } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.work');
  const router = useRouter();
  const { account } = useSession();
  const step = (id: string | null) => () => {
    if (id !== null) router.push(disputePath(account.slug, id));
  };
  useShortcut('j', step(queue.next), { label: t('next') });
  useShortcut('k', step(queue.previous), { label: t('previous') });
  return (
    <span className="inline-flex items-center gap-3 max-wide:hidden">
      {queue.place !== null && (
        <span className="text-xs text-ink-3">{t('place', { place: queue.place, of: queue.of })}</span>
      )}
      <ButtonGroup>
        {STEPS.map(({ to, icon, shortcut }) => (
          <IconButton
            key={to}
            icon={icon}
            variant="plain"
            size="md"
            label={t(to)}
            shortcut={shortcut}
            disabled={queue[to] === null}
            onClick={step(queue[to])}
          />
        ))}
      </ButtonGroup>
    </span>
  );
}

type StateStyle = { label: string; tone: Tone; icon: IconName };

const ENDED = lookupTable<StateStyle>({
  kept: { label: 'kept', tone: 'ok', icon: 'check' },
  returned: { label: 'returned', tone: 'flow', icon: 'return' },
  withdrawn: { label: 'withdrawn', tone: 'idle', icon: 'barred' },
});

function stateStyleOf(dispute: Dispute): StateStyle {
  const { sending, state } = dispute;
  if (sending !== null)
    return { label: sending.state === 'unknown' ? 'unknown' : 'sending', tone: 'idle', icon: 'unknown' };
  if (state === 'answered') return { label: 'answered', tone: 'flow', icon: 'half' };
  if (state === 'closed') return ENDED[endingOf(dispute)] ?? { label: 'closed', tone: 'idle', icon: 'check' };
  return { label: 'open', tone: 'danger', icon: 'octagon' };
}

/** After an answer, links to the open dispute due first; renders nothing when there is none. */
export function NextDue({ after }: { after: string }) {
  const t = useTranslations('disputes.nextDue');
  const timeLabels = useTimeLabels();
  const now = useNow(15_000);
  const account = useSession().account.slug;
  const may = useCan('dispute');
  const { data } = useQuery(firstDueOptions(account));
  const next = data?.items.find(({ id, sending }) => id !== after && sending === null);
  if (!may || next === undefined) return null;
  const { deadline, amount, payerName } = next;
  const remaining = Date.parse(deadline ?? '') - now;
  const due = remaining > 0 ? t('left', { left: timeLabels.left(remaining) }) : t('over');
  return (
    <p>
      <Link href={disputePath(account, next.id)}>
        {t('next', { name: payerName ?? disputeName(next) })}
        {amount !== null && `, ${formatBrl(amount)}`}, {deadline === null ? t('unknown') : due}
      </Link>
    </p>
  );
}
