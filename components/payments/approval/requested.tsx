'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { PersonDayLink } from '#components/app-shell/page-head.tsx';
import { useRoleLabels, useSession } from '#components/app-shell/session.tsx';
import {
  operationStyle,
  receiverOf,
  useKindLabels,
  useStateLabels,
} from '#components/operations/operation-labels.ts';
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

type LinesProps = {
  label: string;
  items: readonly Operation[];
  /** Shows requester and approver in the row, instead of the receiver. */
  people?: boolean;
};

/** Operations related to the one being decided; each links to its own page. */
export function OperationLines({ label, items, people = false }: LinesProps) {
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

const lineCellOf = (people: boolean) =>
  function LineCell({ row, column }: { row: Operation; column: string }) {
    const t = useTranslations('operations.approval.lines');
    const kinds = useKindLabels();
    const states = useStateLabels();
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
          return t('both', { asked: actor.name, approved: by.id === me ? t('you') : by.name });
        if (people) return moved ? t('alone', { asked: actor.name }) : actor.name;
        return (
          <>
            {kinds(row.kind)}
            {receiver !== null && <span className="text-ink-3"> · {receiver}</span>}
          </>
        );
      default:
        return (
          <Status kind={operationStyle(state).kind} calm={moved}>
            {states(row)}
          </Status>
        );
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
          { label: t('proof'), value: proof !== null && proofAt(proof) },
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
                {/* The provider would refuse a reference in use, or treat the request as a repetition. */}
                {referenceUsedBy === null ? (
                  <span className="text-ink-3">{t('referenceFree')}</span>
                ) : (
                  <span className="text-danger-ink">
                    {t.rich('referenceTaken', {
                      link: (words) => (
                        <Link href={`/${account.slug}/operations/${referenceUsedBy}`}>{words}</Link>
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
