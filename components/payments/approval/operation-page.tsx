'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { PageHead, PersonDayLink } from '#components/app-shell/page-head.tsx';
import { useCan, useRoleLabels, useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { MoneyFacts, ReceiverShown } from '#components/operations/money-facts.tsx';
import { hasActions, OperationBody, OperationFoot } from '#components/operations/operation-drawer.tsx';
import { receiverOf, useKindLabels } from '#components/operations/operation-labels.ts';
import { DecisionClock, OperationStatus, useFollowed } from '#components/operations/operation-state.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ButtonGroup, IconButton, LinkButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyId } from '#components/ui/copy-button.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page } from '#components/ui/page.tsx';
import { EmptyState, Panel, panelVariants } from '#components/ui/panel.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { operationLineColumns } from '#lib/operations/operations.list.ts';
import {
  type Approvals,
  approvalOptions,
  approvalPlacesOptions,
  type Operation,
  type OperationApproval,
} from '#lib/operations/queries.ts';
import { agentName } from '#lib/profile/agent-name.ts';
import { Checks, Decide } from './decide.tsx';

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
          absent={<EmptyState title={t('drawer.notFound')}>{t('drawer.notFoundDescription')}</EmptyState>}
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

type LinesProps = {
  label: string;
  items: readonly Operation[];
  /** Shows requester and approver in the row, instead of the receiver. */
  people?: boolean;
};

/** Operations related to the one being decided; each links to its own page. */
function OperationLines({ label, items, people = false }: LinesProps) {
  const t = useTranslations('operations.approval.lines');
  const { slug } = useSession().account;
  return (
    <DataTable
      columns={operationLineColumns}
      rows={items}
      cell={people ? PeopleCell : KindCell}
      labels={{
        label,
        loading: label,
        column: (name) => t(name === 'what' && people ? 'people' : (name as 'what')),
      }}
      opening={{ href: ({ id }) => `/${slug}/operations/${id}` }}
    />
  );
}

const lineCellOf = (people: boolean) =>
  function LineCell({ row, column }: { row: Operation; column: string }) {
    const t = useTranslations('operations.approval.lines');
    const kinds = useKindLabels();
    const me = useSession().session.operator.id;
    const { state, actor, approval } = row;
    const moved = state === 'confirmed';
    const by = approval.declined ? null : approval.by;
    const receiver = receiverOf(row);
    switch (column) {
      case 'when':
        return <Instant at={row.createdAt} variant="minute" />;
      case 'amount':
        return <Money cents={row.amount} direction={moved ? 'out' : 'still'} />;
      case 'what':
        if (people && by !== null)
          return t('both', { requester: actor.name, approved: by.id === me ? t('you') : by.name });
        if (people) return moved ? t('alone', { requester: actor.name }) : actor.name;
        return (
          <>
            {kinds(row.kind)}
            {receiver !== null && <span className="text-ink-3"> · {receiver}</span>}
          </>
        );
      default:
        return <OperationStatus operation={row} />;
    }
  };
const PeopleCell = lineCellOf(true);
const KindCell = lineCellOf(false);

/** The requester: roles, time, network address, proof of identity, and their other requests of that day. */
export function RequestedBy({ operation, approval }: { operation: Operation; approval: OperationApproval }) {
  const t = useTranslations('operations.approval');
  const roleLabels = useRoleLabels();
  const { account } = useSession();
  const { actor, createdAt, clientReference, id } = operation;
  const { description } = operation.intent;
  const { day, roles, from, agent, proof, referenceUsedBy } = approval;
  const others = day.items.filter((one) => one.id !== id);
  const proofAt = ({ method, at }: NonNullable<OperationApproval['proof']>) =>
    t.rich('proofAt', {
      how: t.has(`proofs.${method}`) ? t(`proofs.${method as 'passkey'}`) : method,
      time: () => <Instant at={at} variant={saoPauloDay(at) === saoPauloDay(createdAt) ? 'time' : 'full'} />,
    });
  return (
    <Panel
      title={t('requestedBy', { name: actor.name })}
      note={roles.length > 0 && t('rolesOn', { roles: roleLabels(roles), account: account.name })}
      action={
        <PersonDayLink id={actor.id} day={saoPauloDay(createdAt)}>
          {t('theirDay')}
        </PersonDayLink>
      }
      padded={false}
    >
      <Facts
        className="px-panel py-2.5"
        of={[
          { label: t('at'), at: createdAt },
          {
            label: t('from'),
            value: (from ?? agent) !== null && <From approval={approval} createdAt={createdAt} />,
          },
          { label: t('proof'), value: proof !== null && proofAt(proof) },
          {
            label: t('dayTotal'),
            value: (
              <>
                {t.rich('dayTotalSum', { sum: () => <b>{formatBrl(day.sum)}</b>, count: day.count })}{' '}
                {day.limit !== null && (
                  <span className="text-ink-3">{t('dayLimit', { amount: formatBrl(day.limit) })}</span>
                )}
              </>
            ),
          },
          {
            label: t('reference'),
            value: clientReference !== null && (
              <>
                <CopyId value={clientReference} />{' '}
                {/* The provider would refuse a reference in use, or treat the request as a repetition. */}
                {referenceUsedBy === null ? (
                  <span className="text-ink-3">{t('referenceFree')}</span>
                ) : (
                  <span className="text-danger-ink">
                    {t.rich('referenceTaken', {
                      link: (chunks) => (
                        <Link href={`/${account.slug}/operations/${referenceUsedBy}`}>{chunks}</Link>
                      ),
                    })}
                  </span>
                )}
              </>
            ),
          },
          {
            label: t('facts.description'),
            value: typeof description === 'string' && description !== '' && <q>{description}</q>,
          },
        ]}
      />
      {others.length > 0 && <OperationLines label={t('dayTotal')} items={others} />}
    </Panel>
  );
}

/** Browser and network address, and since when this person has used that address. */
function From({ approval, createdAt }: { approval: OperationApproval; createdAt: string }) {
  const t = useTranslations('operations.approval');
  const { from, agent, fromSince } = approval;
  const isNew = fromSince !== null && saoPauloDay(fromSince) === saoPauloDay(createdAt);
  return (
    <>
      {agent !== null && <span title={agent}>{agentName(agent)}</span>}
      {agent !== null && from !== null && ' · '}
      {from !== null && <span className="mono">{from}</span>}{' '}
      {fromSince !== null && (
        <span className={isNew ? 'text-warn-ink' : 'text-ink-3'}>
          {isNew
            ? t('addressNew')
            : t.rich('addressSince', { day: () => <Instant at={fromSince} variant="long-day" /> })}
        </span>
      )}
    </>
  );
}
