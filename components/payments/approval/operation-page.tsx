'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { MoneyFacts, ReceiverShown } from '#components/operations/money-facts.tsx';
import { hasActions, OperationBody, OperationFoot } from '#components/operations/operation-drawer.tsx';
import { useKindLabels } from '#components/operations/operation-labels.ts';
import { DecisionClock, useFollowed } from '#components/operations/operation-state.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ButtonGroup, IconButton, LinkButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Page } from '#components/ui/page.tsx';
import { EmptyState, Panel, panelVariants } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/core/money.ts';
import {
  type Approvals,
  approvalOptions,
  approvalPlacesOptions,
  type Operation,
} from '#lib/operations/queries.ts';
import { Checks, Decide } from './decide.tsx';
import { OperationLines, RequestedBy } from './requested.tsx';

/** One operation on its own page; while it waits for a second person, with all facts for the decision. */
export function OperationPage({ id }: { id: string }) {
  const t = useTranslations('operations');
  const { slug } = useSession().account;
  const read = useFollowed(id);
  const mayDecide = useCan('approve');
  const kindLabels = useKindLabels();
  const { operation } = read;
  const mayApprove = operation?.may.approve ?? false;
  const title = ({ kind, amount }: Operation) =>
    amount === null
      ? kindLabels(kind)
      : t(mayApprove ? 'approval.approveTitle' : 'approval.pageTitle', {
          kind: kindLabels(kind),
          amount: formatBrl(amount),
        });
  return (
    <>
      <PageHead
        title={operation === undefined ? t('drawer.id') : title(operation)}
        back={
          mayApprove
            ? { href: '/inbox', label: t('approval.backToInbox') }
            : { href: `/${slug}/operations`, label: t('drawer.back') }
        }
        note={
          mayApprove && (
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
          {(detail) =>
            detail.operation.state === 'awaiting_approval' ? (
              <ApprovalParts operation={detail.operation} />
            ) : (
              <Panel
                title={t('drawer.id')}
                footer={hasActions(detail.operation) && <OperationFoot operation={detail.operation} />}
              >
                <div className="grid gap-4">
                  <OperationBody detail={detail} />
                </div>
              </Panel>
            )
          }
        </RecordBody>
      </Page>
    </>
  );
}

/** Facts for the decision: receiver, earlier payments, requester, remaining balance. */
function ApprovalParts({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(approvalOptions(account, operation.id));
  const before = data?.before ?? [];
  const done = before.filter(({ state }) => state === 'confirmed');
  const sum = done.reduce((cents, { amount }) => cents + (amount ?? 0), 0);
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <DecisionClock operation={operation} />
      {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
      <div className="grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-4 @max-[60rem]/room:grid-cols-[minmax(0,1fr)]">
        <div className="grid grid-cols-1 content-start gap-4">
          {/* The receiver: in full for an approver, masked for everybody else. */}
          {operation.may.approve ? (
            <div className={cn(panelVariants(), 'p-panel')}>
              <ReceiverShown operation={operation} />
              <Checks operation={operation} />
            </div>
          ) : (
            <Panel title={t('intent')}>
              <MoneyFacts operation={operation} />
            </Panel>
          )}
          {before.length > 0 && (
            <Panel
              title={t('sameReceiver')}
              note={t('sameReceiverNote', { count: before.length, done: done.length })}
              action={done.length > 0 && t('sums', { amount: formatBrl(sum) })}
              padded={false}
            >
              <OperationLines label={t('sameReceiver')} items={before} people />
            </Panel>
          )}
          {data && <RequestedBy operation={operation} approval={data} />}
        </div>
        <Decide operation={operation} approval={data} />
      </div>
    </div>
  );
}

type Place = Approvals['items'][number];
const hrefOf = ({ account, operation }: Place) => `/${account.slug}/operations/${operation.id}`;

/** Requests of all accounts that wait for this operator, in the inbox's order: to the previous and next. */
export function Neighbours({ id }: { id: string }) {
  const t = useTranslations('operations.approval');
  const router = useRouter();
  const { account, session } = useSession();
  const { singleKeys } = session.preferences;
  const { data } = useQuery(approvalPlacesOptions(account.slug));
  const items = data?.items ?? [];
  const place = items.findIndex(({ operation }) => operation.id === id);
  const [before, after] = [items[place - 1], items[place + 1]];
  const several = place >= 0 && items.length > 1;
  const go = (to: Place | undefined) => to && router.push(hrefOf(to));
  useShortcut('k', () => go(before), { label: t('before'), enabled: several });
  useShortcut('j', () => go(after), { label: t('after'), enabled: several });
  const [first] = items;
  if (first === undefined) return null;
  // This operation does not wait for this operator: link to those that do.
  if (place < 0)
    return <LinkButton href={hrefOf(first)}>{t('waitingOthers', { count: items.length })}</LinkButton>;
  const button = (icon: 'up' | 'down', key: string, label: string, to: Place | undefined) => (
    <IconButton
      icon={icon}
      label={label}
      variant="plain"
      size="md"
      onClick={() => go(to)}
      disabled={to === undefined}
      {...(singleKeys ? { shortcut: key } : {})}
    />
  );
  return (
    // Hidden on a phone, where the inbox is one step back.
    <span className="inline-flex items-center gap-3 max-wide:hidden">
      <span className="text-xs text-ink-3">{t('place', { place: place + 1, count: items.length })}</span>
      {several && (
        <ButtonGroup>
          {button('up', 'k', t('before'), before)}
          {button('down', 'j', t('after'), after)}
        </ButtonGroup>
      )}
    </span>
  );
}
