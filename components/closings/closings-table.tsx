'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { Dash } from '#components/ui/data-table/cell-parts.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DayRow } from '#components/ui/data-table/table-body.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import type { Amount } from '#lib/closings/contract.ts';
import type { DAY_GROUPS } from '#lib/closings/month-params.ts';
import type { DayLine } from '#lib/closings/queries.ts';
import { isZero } from '#lib/closings/rules.ts';
import { tableColumns } from '#lib/list/list.ts';
import { AmountText, DayStatus, useDayLabel } from './closing-labels.tsx';

export const SCROLLER =
  'relative min-h-0 flex-1 overflow-auto border-t border-line-strong bg-surface max-wide:overflow-visible';

const COLUMNS = tableColumns({
  day: { width: 7, place: 'who', opens: true },
  state: { width: 10.5, place: 'state' },
  opening: { width: 7.25, number: true, under: 62 },
  in: { width: 7.5, number: true, place: 'time' },
  out: { width: 7.75, number: true },
  blocks: { width: 6.5, number: true, under: 50 },
  closing: { width: 7.25, number: true, place: 'amount' },
  counts: { width: 7.5, number: true },
  by: { width: 0, grows: true, place: 'note', plain: true },
  version: { width: 4, number: true, under: 62 },
});

type ClosingRow = DayLine & { id: string };
export type DayGroup = (typeof DAY_GROUPS)[number];

/** The group of a day in the list. A day that changed after it was closed is among the closed ones. */
export function groupOf({ state }: Pick<DayLine, 'state'>): 'pending' | 'closed' | 'unread' {
  if (state === 'closed' || state === 'unread') return state;
  return 'pending';
}

const GROUPS = ['pending', 'closed', 'unread'] as const;

function useClosingTable() {
  const t = useTranslations('closings');
  return {
    columns: COLUMNS,
    cell: DayCell,
    labels: {
      label: t('label'),
      loading: t('loading'),
      column: (name: string) => t(`column.${name as 'day'}`),
    },
    waiting: 10,
  };
}

/** Days by group: the open ones first, then the closed ones, then those never read; newest first in each. */
export function ClosingsTable({ days }: { days: readonly DayLine[] | undefined }) {
  const t = useTranslations('closings.group');
  const { slug } = useSession().account;
  const { rows, heads } = useMemo(() => {
    const groups = GROUPS.map((group) => ({
      group,
      items: (days ?? []).filter((day) => groupOf(day) === group),
    }));
    return {
      rows: days && groups.flatMap(({ items }) => items.map((day): ClosingRow => ({ ...day, id: day.day }))),
      heads: new Map(groups.map((one) => [one.items[0]?.day, one])),
    };
  }, [days]);
  return (
    <DataTable
      {...useClosingTable()}
      rows={rows}
      opening={{ href: ({ day }) => `/${slug}/closings/${day}` }}
      waits={(day) => groupOf(day) === 'pending'}
      before={({ id }) => {
        const head = heads.get(id);
        if (head === undefined) return null;
        const changed = head.items.filter(({ changedSince }) => changedSince).length;
        return (
          <DayRow day={head.group}>
            <b>{t(head.group)}</b>
            <span>{t('days', { count: head.items.length, changed })}</span>
          </DayRow>
        );
      }}
    />
  );
}

function DayCell({ row, column }: { row: ClosingRow; column: string }) {
  const dayLabel = useDayLabel();
  const { figures, differences, version } = row;
  switch (column) {
    case 'day':
      return dayLabel(row.day);
    case 'state':
      return <DayStatus of={row} />;
    case 'opening':
    case 'closing':
      return <AmountText of={figures?.[column]} bare />;
    case 'in':
    case 'out':
    case 'blocks':
      return <Moved of={figures?.[column]} />;
    case 'counts':
      return differences === null ? <Dash /> : `${differences.open} / ${differences.explained}`;
    case 'by':
      return <By of={row} />;
    default:
      return version ?? <Dash />;
  }
}

function Moved({ of }: { of: Amount | undefined }) {
  return of === undefined || isZero(of) ? <Dash /> : <AmountText of={of} direction="signed" bare />;
}

/** Who closed the day, or who has to act on it. */
function By({ of: { state, signedBy, confirmedBy, responsible } }: { of: ClosingRow }) {
  const t = useTranslations('closings.by');
  if (state === 'running') return <span className="text-ink-3">{t('running')}</span>;
  if (state === 'waiting') return t('waiting', { name: signedBy?.name ?? '' });
  if (state === 'closed')
    return [signedBy, confirmedBy].flatMap((person) => (person === null ? [] : [person.name])).join(', ');
  const names = responsible.map(({ name }) => name).join(', ');
  return names === '' ? (
    <span data-nothing="">
      <Dash />
    </span>
  ) : (
    t('with', { names })
  );
}

export function ClosingsSkeleton() {
  const t = useTranslations('closings');
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <div className={SCROLLER}>
        <DataTable {...useClosingTable()} rows={undefined} />
      </div>
    </PageFrame>
  );
}
