'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { TwoLines } from '#components/ui/data-table/cell-parts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { withOffset } from '#lib/core/dates.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import type { QueueFilter } from '#lib/disputes/disputes.list.ts';
import { disputeName, disputePath, endingOf, stepOf } from '#lib/disputes/rules.ts';
import type { Column } from '#lib/list/list.ts';
import { STEP_STYLE } from '../clock.ts';
import { usePersonLabels, useResultLabels } from '../own-labels.ts';
import { ServiceStatus } from '../service-status.tsx';
import { useAssign } from '../use-assign.ts';
import { useReasonLabels } from '../use-labels.ts';

/** The current time that the time left is computed from (ms). */
export const QueueNow = createContext(0);

type Shape = {
  columns: Readonly<Record<string, Column>>;
  state: QueueFilter['state'];
  label: string;
};

const SOONEST_FIRST = { by: { by: 'time', falling: false }, columns: [] };
const NEWEST_FIRST = { by: { by: 'time', falling: true }, columns: [] };

/** Table props for disputes of one state. */
export function useDisputeTable({ columns, state, label }: Shape) {
  const t = useTranslations('disputes');
  const { slug } = useSession().account;
  return {
    columns,
    cell: DisputeCell,
    words: {
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

function DisputeCell({ row, column }: { row: Dispute; column: string }) {
  const now = useContext(QueueNow);
  switch (column) {
    case 'time':
      if (row.state === 'open') return <Due dispute={row} now={now} />;
      return <Instant at={row.answeredAt ?? row.openedAt} variant="minute" />;
    case 'scale':
      return <Lane deadline={row.deadline} now={now} />;
    case 'dispute':
      return <Name dispute={row} />;
    case 'reason':
      return <Reason dispute={row} />;
    case 'payer':
      return <Payer dispute={row} />;
    case 'assignee':
      return <Assignee dispute={row} />;
    case 'draft':
      return <Draft dispute={row} now={now} />;
    case 'status':
      return <ServiceStatus status={row.status} />;
    case 'result':
      return <Result dispute={row} />;
    case 'by':
      return <By dispute={row} />;
    default:
      return <Money cents={row.amount} />;
  }
}

type Props = { dispute: Dispute };

/** Time left with the icon of its urgency, and the deadline below. */
function Due({ dispute: { deadline, deadlineEstimated }, now }: Props & { now: number }) {
  const t = useTranslations('due');
  const words = useTimeLabels();
  if (deadline === null) return <span className="text-ink-3">{t('left.none')}</span>;
  const left = Date.parse(deadline) - now;
  const step = stepOf(left);
  const { icon, tone, urgency } = STEP_STYLE[step];
  const when = words.when(deadline, now);
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
        {step === 'over' ? t('left.over') : words.left(left)}
      </b>
    </TwoLines>
  );
}

const FULL = 72 * 3_600_000;
const MARKS = [24, 48, 66].map((hours) => (hours / 72) * 100);

/** The last 72 hours before a deadline as a bar, with marks at 48, 24 and 6 h. */
function Lane({ deadline, now }: { deadline: string | null; now: number }) {
  const t = useTranslations('disputes.table');
  const words = useTimeLabels();
  if (deadline === null) return null;
  const left = Math.max(0, Date.parse(deadline) - now);
  const share = Math.min(1, left / FULL) * 100;
  const { urgency } = STEP_STYLE[stepOf(left)];
  return (
    <svg
      data-lane=""
      className="block h-3 w-full"
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('laneLabel', { left: words.left(left) })}
    >
      <rect
        className="fill-sunken stroke-line-strong [vector-effect:non-scaling-stroke]"
        x="0"
        y="3"
        width="100"
        height="6"
      />
      <rect
        className="fill-line-control forced-color-adjust-none data-[urgency=danger]:fill-danger-line data-[urgency=warn]:fill-warn-line"
        data-urgency={urgency}
        x={100 - share}
        y="3"
        width={share}
        height="6"
      />
      <path
        className="stroke-surface [stroke-width:1.5] [vector-effect:non-scaling-stroke]"
        d={MARKS.map((at) => `M${at.toFixed(2)} 1v10`).join('')}
      />
    </svg>
  );
}

/** For short tables: the dispute's name, with the reason below. */
function Name({ dispute }: Props) {
  const reason = useReasonLabels();
  return <TwoLines below={reason(dispute)}>{disputeName(dispute)}</TwoLines>;
}

/** Why the dispute was opened, with its name below. */
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

function Draft({ dispute: { draft, sending }, now }: Props & { now: number }) {
  const t = useTranslations('disputes.table');
  const words = useTimeLabels();
  if (sending !== null)
    return <Status kind="unknown">{t(sending.state === 'unknown' ? 'unknown' : 'sending')}</Status>;
  if (draft === null)
    return (
      <span className="text-ink-3" data-nothing="">
        {t('noDraft')}
      </span>
    );
  const saved = t('draftNote', { when: words.when(draft.updatedAt, now) });
  return (
    <TwoLines below={draft.attachments > 0 ? t('draftWith', { saved, count: draft.attachments }) : saved}>
      <Badge local>v{draft.version}</Badge>
    </TwoLines>
  );
}

const RESULT_KIND = { kept: 'ok', returned: 'returned', withdrawn: 'cancelled', other: 'unknown' } as const;

function Result({ dispute }: Props) {
  const words = useResultLabels();
  return (
    <TwoLines below={<ServiceStatus status={dispute.status} />}>
      <Status kind={dispute.state === 'closed' ? RESULT_KIND[endingOf(dispute)] : 'flow'} calm>
        {words(dispute)}
      </Status>
    </TwoLines>
  );
}

function By({ dispute: { answeredBy } }: Props) {
  const t = useTranslations('disputes.recent');
  const person = usePersonLabels();
  return answeredBy === null ? t('outside') : person(answeredBy);
}

/** The dispute's assignee; an open dispute without one is marked and can be taken with one click. */
function Assignee({ dispute }: Props) {
  const t = useTranslations('disputes.filters');
  const person = usePersonLabels();
  const may = useCan('dispute');
  if (dispute.assignee !== null) return person(dispute.assignee);
  if (dispute.state !== 'open') return <span className="text-ink-3">–</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name="triangle" tone="warn" />
      {may ? <Take dispute={dispute} /> : t('nobody')}
    </span>
  );
}

function Take({ dispute }: Props) {
  const me = useSession().session.operator.id;
  const t = useTranslations('disputes.table');
  const name = disputeName(dispute);
  const { busy, assign } = useAssign(dispute.id, () => t('taken', { name }));
  return (
    <Button size="sm" aria-label={t('takeLabel', { name })} disabled={busy} onClick={() => assign(me)}>
      {t('take')}
    </Button>
  );
}
