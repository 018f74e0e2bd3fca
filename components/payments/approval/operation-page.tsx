'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { DecisionClock } from '#components/operations/look-up.tsx';
import { MoneyFacts } from '#components/operations/money-facts.tsx';
import { hasActions, OperationBody, OperationFoot } from '#components/operations/operation-drawer.tsx';
import { useKindLabels } from '#components/operations/operation-labels.ts';
import { ReceiverShown } from '#components/operations/receiver-shown.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Badge } from '#components/ui/badge.tsx';
import { ButtonGroup, IconButton, LinkButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel, panelVariants } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/core/money.ts';
import {
  type Approvals,
  approvalOptions,
  approvalPlacesOptions,
  type Operation,
  type OperationDetail,
} from '#lib/operations/queries.ts';
import { Checks } from './checks.tsx';
import { Decide } from './decide.tsx';
import { Asked, OperationLines } from './requested.tsx';

/** One operation on its own page; while it waits for a second person, with all facts for the decision. */
export function OperationPage({ id }: { id: string }) {
  const t = useTranslations('operations');
  const { slug } = useSession().account;
  const read = useFollowed(id);
  const { operation } = read;
  const mayDecide = useCan('approve');
  return (
    <>
      <PageHead
        title={<Title operation={operation} />}
        back={
          operation?.may.approve
            ? { href: '/inbox', label: t('approval.backToInbox') }
            : { href: `/${slug}/operations`, label: t('drawer.back') }
        }
        note={
          operation?.may.approve && (
            <Badge local icon="operator">
              {t('approval.waitsYou')}
            </Badge>
          )
        }
      >
        {mayDecide && <Neighbours id={id} />}
      </PageHead>
      <Page>
        <RecordBody
          page
          read={read}
          absent={<EmptyState title={t('drawer.notFound')}>{t('drawer.notFoundWords')}</EmptyState>}
        >
          {(detail) => <Parts detail={detail} />}
        </RecordBody>
      </Page>
    </>
  );
}

type Props = { operation: Operation };

/** Facts for the decision: receiver, earlier payments, requester, remaining balance. */
function ApprovalParts({ operation }: Props) {
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(approvalOptions(account, operation.id));
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <DecisionClock operation={operation} />
      {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
      <div className="grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-4 @max-[60rem]/room:grid-cols-[minmax(0,1fr)]">
        <div className="grid grid-cols-1 content-start gap-4">
          <To operation={operation} />
          {data && data.before.length > 0 && <Before items={data.before} />}
          {data && <Asked operation={operation} approval={data} />}
        </div>
        <Decide operation={operation} approval={data} />
      </div>
    </div>
  );
}

/** The receiver: in full for an approver, masked for everybody else. */
function To({ operation }: Props) {
  const t = useTranslations('operations.approval');
  if (!operation.may.approve)
    return (
      <Panel title={t('intent')}>
        <MoneyFacts operation={operation} />
      </Panel>
    );
  return (
    <div className={cn(panelVariants(), 'p-panel')}>
      <ReceiverShown operation={operation} />
      <Checks operation={operation} />
    </div>
  );
}

const sumOf = (items: readonly Operation[]) => items.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

function Before({ items }: { items: readonly Operation[] }) {
  const t = useTranslations('operations.approval');
  const done = items.filter(({ state }) => state === 'confirmed');
  return (
    <Panel
      title={t('sameReceiver')}
      note={t('sameReceiverNote', { count: items.length, done: done.length })}
      action={done.length > 0 && t('sums', { amount: formatBrl(sumOf(done)) })}
      padded={false}
    >
      <OperationLines label={t('sameReceiver')} items={items} people />
    </Panel>
  );
}

function Parts({ detail }: { detail: OperationDetail }) {
  const t = useTranslations('operations.drawer');
  const { operation } = detail;
  if (operation.state === 'awaiting_approval') return <ApprovalParts operation={operation} />;
  return (
    <Panel title={t('id')} footer={hasActions(operation) && <OperationFoot operation={operation} />}>
      <div className="grid gap-4">
        <OperationBody detail={detail} />
      </div>
    </Panel>
  );
}

function Title({ operation }: { operation: Operation | undefined }) {
  const t = useTranslations('operations');
  const kindLabels = useKindLabels();
  if (operation === undefined) return t('drawer.id');
  const { kind, amount, may } = operation;
  if (amount === null) return kindLabels(kind);
  const params = { kind: kindLabels(kind), amount: formatBrl(amount) };
  return may.approve ? t('approval.approveTitle', params) : t('approval.pageTitle', params);
}

type Place = Approvals['items'][number];
const hrefOf = ({ account, operation }: Place) => `/${account.slug}/operations/${operation.id}`;

/**
 * Requests of all accounts that wait for this operator, in the order of the inbox, with buttons to the
 * previous and next one.
 */
export function Neighbours({ id }: { id: string }) {
  const t = useTranslations('operations.approval');
  const { data } = useQuery(approvalPlacesOptions(useSession().account.slug));
  const items = data?.items ?? [];
  const place = items.findIndex(({ operation }) => operation.id === id);
  const [first] = items;
  if (first === undefined) return null;
  // This operation does not wait for this operator: link to those that do.
  if (place < 0)
    return <LinkButton href={hrefOf(first)}>{t('waitingOthers', { count: items.length })}</LinkButton>;
  return (
    // Hidden on a phone, where the inbox is one step back.
    <span className="inline-flex items-center gap-3 max-wide:hidden">
      <span className="text-xs text-ink-3">{t('place', { place: place + 1, count: items.length })}</span>
      {items.length > 1 && <NeighbourButtons before={items[place - 1]} after={items[place + 1]} />}
    </span>
  );
}

type NeighbourButtonsProps = Record<'before' | 'after', Place | undefined>;

function NeighbourButtons({ before, after }: NeighbourButtonsProps) {
  const t = useTranslations('operations.approval');
  const router = useRouter();
  const { singleKeys } = useSession().session.preferences;
  const go = (to: Place | undefined) => to && router.push(hrefOf(to));
  useShortcut('k', () => go(before), { label: t('before') });
  useShortcut('j', () => go(after), { label: t('after') });
  const buttonProps = (icon: 'up' | 'down', label: string, to: Place | undefined) => ({
    icon,
    label,
    variant: 'plain' as const,
    size: 'md' as const,
    onClick: () => go(to),
    disabled: to === undefined,
    ...(singleKeys ? { shortcut: icon === 'up' ? 'k' : 'j' } : {}),
  });
  return (
    <ButtonGroup>
      <IconButton {...buttonProps('up', t('before'), before)} />
      <IconButton {...buttonProps('down', t('after'), after)} />
    </ButtonGroup>
  );
}
