'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { PersonDayLink } from '#components/app-shell/page-head.tsx';
import { useRoleLabels, useSession } from '#components/app-shell/session.tsx';
import { operationStyle, useKindLabels, useStateLabels } from '#components/operations/operation-labels.ts';
import { CopyId } from '#components/ui/copy-button.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { operationLineColumns } from '#lib/operations/operations.list.ts';
import type { Operation, OperationApproval } from '#lib/operations/queries.ts';
import { agentName } from '#lib/profile/agent-name.ts';

type Props = { operation: Operation; approval: OperationApproval };

type OperationLinesProps = {
  label: string;
  items: readonly Operation[];
  /** Shows requester and approver in the row, instead of the receiver. */
  people?: boolean;
};

/** Operations related to the one being decided; each links to its own page. */
export function OperationLines({ label, items, people = false }: OperationLinesProps) {
  const t = useTranslations('operations.approval.lines');
  const { slug } = useSession().account;
  return (
    <DataTable
      columns={operationLineColumns}
      rows={items}
      cell={people ? PeopleCell : KindCell}
      words={{
        label,
        loading: label,
        column: (name) => t(name === 'what' && people ? 'people' : (name as 'what')),
      }}
      opening={{ href: ({ id }) => `/${slug}/operations/${id}` }}
    />
  );
}

type CellProps = { row: Operation; column: string };

function KindCell({ row, column }: CellProps) {
  const kinds = useKindLabels();
  if (column !== 'what') return <LineCell row={row} column={column} />;
  const name = row.intent.receiverName ?? row.intent.receiver ?? row.intent.pixKey;
  return (
    <>
      {kinds(row.kind)}
      {typeof name === 'string' && name !== '' && <span className="text-ink-3"> · {name}</span>}
    </>
  );
}

function PeopleCell({ row, column }: CellProps) {
  const t = useTranslations('operations.approval.lines');
  const me = useSession().session.operator.id;
  if (column !== 'what') return <LineCell row={row} column={column} />;
  const { actor, approval } = row;
  const by = approval.declined ? null : approval.by;
  if (by !== null) return t('both', { asked: actor.name, approved: by.id === me ? t('you') : by.name });
  return row.state === 'confirmed' ? t('alone', { asked: actor.name }) : actor.name;
}

function LineCell({ row, column }: CellProps) {
  const states = useStateLabels();
  const { createdAt, state, amount } = row;
  const moved = state === 'confirmed';
  if (column === 'when') return <Instant at={createdAt} variant="minute" />;
  if (column === 'amount') return <Money cents={amount} direction={moved ? 'out' : 'still'} />;
  return (
    <Status kind={operationStyle(state).kind} calm={moved}>
      {states(row)}
    </Status>
  );
}

/** The requester: roles, time, network address, proof of identity, and their other requests of that day. */
export function Asked({ operation, approval }: Props) {
  const t = useTranslations('operations.approval');
  const roleLabels = useRoleLabels();
  const { account } = useSession();
  const { actor, createdAt, clientReference, id } = operation;
  const { description } = operation.intent;
  const { day, roles, from, agent, proof } = approval;
  const others = day.items.filter((one) => one.id !== id);
  return (
    <Panel
      title={t('askedBy', { name: actor.name })}
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
          { label: t('proof'), value: proof !== null && <ProofFact proof={proof} createdAt={createdAt} /> },
          {
            label: t('askedDay'),
            value: (
              <>
                {t.rich('askedDaySum', { sum: () => <b>{formatBrl(day.sum)}</b>, count: day.count })}{' '}
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
                <ReferenceUse by={approval.referenceUsedBy} slug={account.slug} />
              </>
            ),
          },
          {
            label: t('facts.description'),
            value: typeof description === 'string' && description !== '' && <q>{description}</q>,
          },
        ]}
      />
      {others.length > 0 && <OperationLines label={t('askedDay')} items={others} />}
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

type ProofFactProps = { proof: NonNullable<OperationApproval['proof']>; createdAt: string };

function ProofFact({ proof: { method, at }, createdAt }: ProofFactProps) {
  const t = useTranslations('operations.approval');
  const how = t.has(`proofs.${method}`) ? t(`proofs.${method as 'passkey'}`) : method;
  const sameDay = saoPauloDay(at) === saoPauloDay(createdAt);
  return t.rich('proofAt', { how, time: () => <Instant at={at} variant={sameDay ? 'time' : 'full'} /> });
}

/**
 * Whether another operation of the account uses the reference; the provider would refuse it or treat it as a
 * repetition.
 */
function ReferenceUse({ by, slug }: { by: string | null; slug: string }) {
  const t = useTranslations('operations.approval');
  if (by === null) return <span className="text-ink-3">{t('referenceFree')}</span>;
  return (
    <span className="text-danger-ink">
      {t.rich('referenceTaken', {
        link: (words) => <Link href={`/${slug}/operations/${by}`}>{words}</Link>,
      })}
    </span>
  );
}
