'use client';

import { useTranslations } from 'next-intl';
import { type ComponentType, createContext, useContext } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { TwoLines } from '#components/ui/data-table/cell-parts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant, useTimeLabels } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status } from '#components/ui/status.tsx';
import { withOffset } from '#lib/core/dates.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { disputeName, disputePath, endingOf, stepOf } from '#lib/disputes/rules.ts';
import type { Column } from '#lib/list/list.ts';
import { Assignee } from '../assignee.tsx';
import { ServiceStatus, usePersonLabels, useResultLabels } from '../labels.tsx';
import { STEP_STYLE, useReasonLabels } from '../use-labels.ts';

/** The current time that the time left is computed from (ms). */
export const QueueNow = createContext(0);

type Shape = { columns: Readonly<Record<string, Column>>; state: QueueFilter['state']; label: string };

const SOONEST_FIRST = { by: { by: 'time', falling: false }, columns: [] };
const NEWEST_FIRST = { by: { by: 'time', falling: true }, columns: [] };

/** Table props for disputes of one state. */
export function useDisputeTable({ columns, state, label }: Shape) {
  const t = useTranslations('disputes');
  const { slug } = useSession().account;
  return {
    columns,
    cell: DisputeCell,
    labels: {
      label,
      loading: t('loading'),
      column: (name: string) => t(name === 'time' ? `columns.time.${state}` : `columns.${name as 'payer'}`),
    },
    opening: {
      href: ({ id }: { id: string }) => disputePath(slug, id),
      title: ({ id }: { id: string }) => id,
    },
    sorting: state === 'open' ? SOONEST_FIRST : NEWEST_FIRST,
  };
}

type Props = { dispute: Dispute; now: number };

const CELLS = lookupTable<ComponentType<Props>>({
  time: Time,
  scale: TimeLeftBar,
  dispute: Name,
  reason: Reason,
  payer: Payer,
  assignee: Assignee,
  draft: Draft,
  status: ({ dispute }) => <ServiceStatus status={dispute.status} />,
  result: Result,
  by: AnsweredBy,
  amount: ({ dispute }) => <Money cents={dispute.amount} />,
});

function DisputeCell({ row, column }: { row: Dispute; column: string }) {
  const now = useContext(QueueNow);
  const Cell = CELLS[column];
  return Cell && <Cell dispute={row} now={now} />;
}

/** Time left with the icon of its urgency, and the deadline below; for others, when they were answered. */
function Time({ dispute, now }: Props) {
  const t = useTranslations('due');
  const timeLabels = useTimeLabels();
  const { state, deadline, deadlineEstimated, answeredAt, openedAt } = dispute;
  if (state !== 'open') return <Instant at={answeredAt ?? openedAt} variant="minute" />;
  if (deadline === null) return <span className="text-ink-3">{t('left.none')}</span>;
  const remaining = Date.parse(deadline) - now;
  const step = stepOf(remaining);
  const { icon, tone, urgency } = STEP_STYLE[step];
  const when = timeLabels.when(deadline, now);
  const below = (
    <time dateTime={deadline} title={withOffset(deadline)}>
      {deadlineEstimated ? t('when.estimated', { when }) : when}
    </time>
  );
  return (
    <TwoLines below={below}>
      <b
        className="flex items-center gap-1.5 whitespace-nowrap text-ink data-[urgency=danger]:text-danger-ink data-[urgency=warn]:text-warn-ink"
        data-urgency={urgency}
      >
        <Icon name={icon} tone={tone} />
        {step === 'over' ? t('left.over') : timeLabels.left(remaining)}
      </b>
    </TwoLines>
  );
}

const FULL = 72 * 3_600_000;
const MARKS = [24, 48, 66].map((hours) => `M${((hours / 72) * 100).toFixed(2)} 1v10`).join('');

/** The last 72 hours before a deadline as a bar, with marks at 48, 24 and 6 h. */
function TimeLeftBar({ dispute: { deadline }, now }: Props) {
  const t = useTranslations('disputes.table');
  const timeLabels = useTimeLabels();
  if (deadline === null) return null;
  const remaining = Math.max(0, Date.parse(deadline) - now);
  const share = Math.min(1, remaining / FULL) * 100;
  return (
    <svg
      data-lane=""
      className="block h-3 w-full"
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('timeLeftBar', { left: timeLabels.left(remaining) })}
    >
      <rect
        className="fill-sunken stroke-line-strong [vector-effect:non-scaling-stroke]"
        y="3"
        width="100"
        height="6"
      />
      <rect
        className="fill-line-control forced-color-adjust-none data-[urgency=danger]:fill-danger-line data-[urgency=warn]:fill-warn-line"
        data-urgency={STEP_STYLE[stepOf(remaining)].urgency}
        x={100 - share}
        y="3"
        width={share}
        height="6"
      />
      <path className="stroke-surface [stroke-width:1.5] [vector-effect:non-scaling-stroke]" d={MARKS} />
    </svg>
  );
}

/** For short tables: the dispute's name, with the reason below. */
function Name({ dispute }: Props) {
  const reason = useReasonLabels();
  return <TwoLines below={reason(dispute)}>{disputeName(dispute)}</TwoLines>;
}

function Reason({ dispute }: Props) {
  const t = useTranslations('disputes.table');
  const reason = useReasonLabels();
  const code = (
    <span className="mono" title={dispute.id}>
      {disputeName(dispute)}
    </span>
  );
  return (
    <TwoLines below={code}>
      <span title={dispute.reason ?? undefined}>{reason(dispute)}</span>{' '}
      {dispute.mayBeWithBank && (
        <small className="text-warn-ink" title={t('mayBeWithBankHint')}>
          <ServiceStatus status={dispute.status} /> · {t('mayBeWithBank')}
        </small>
      )}
    </TwoLines>
  );
}

/** The payer is the row's title; without one, the dispute's name. */
function Payer({ dispute }: Props) {
  const t = useTranslations('disputes.table');
  const { payerName, payerDocument, endToEndId, transactionId } = dispute;
  const id = endToEndId ?? transactionId;
  const below = (
    <>
      {payerName === null && `${t('noPayer')} · `}
      {payerDocument !== null && `${formatDocument(payerDocument)} · `}
      {id !== null && (
        <span className="mono" title={id}>
          {shortId(id)}
        </span>
      )}
    </>
  );
  return (
    <TwoLines below={below}>
      <b>{payerName ?? disputeName(dispute)}</b>
    </TwoLines>
  );
}

function Draft({ dispute: { draft, sending }, now }: Props) {
  const t = useTranslations('disputes.table');
  const timeLabels = useTimeLabels();
  if (sending !== null)
    return <Status kind="unknown">{t(sending.state === 'unknown' ? 'unknown' : 'sending')}</Status>;
  if (draft === null)
    return (
      <span className="text-ink-3" data-nothing="">
        {t('noDraft')}
      </span>
    );
  const saved = t('draftNote', { when: timeLabels.when(draft.updatedAt, now) });
  return (
    <TwoLines below={draft.attachments > 0 ? t('draftWith', { saved, count: draft.attachments }) : saved}>
      <Badge local>v{draft.version}</Badge>
    </TwoLines>
  );
}

const RESULT_KIND = { kept: 'ok', returned: 'returned', withdrawn: 'cancelled', other: 'unknown' } as const;

function Result({ dispute }: Props) {
  const result = useResultLabels();
  return (
    <TwoLines below={<ServiceStatus status={dispute.status} />}>
      <Status kind={dispute.state === 'closed' ? RESULT_KIND[endingOf(dispute)] : 'flow'} calm>
        {result(dispute)}
      </Status>
    </TwoLines>
  );
}

function AnsweredBy({ dispute: { answeredBy } }: Props) {
  const t = useTranslations('disputes.recent');
  const person = usePersonLabels();
  return answeredBy === null ? t('outside') : person(answeredBy);
}
