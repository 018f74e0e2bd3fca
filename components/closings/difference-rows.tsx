'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { rowsOf } from '#components/list/list-rows.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useTypeLabels } from '#components/statement/line-labels.tsx';
import { Button } from '#components/ui/button.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Status, useStatusLabel } from '#components/ui/status.tsx';
import { type DayDetail, type DifferenceLine, differencesOptions } from '#lib/closings/queries.ts';
import type { Cause, DifferenceState } from '#lib/closings/rules.ts';
import { tableColumns } from '#lib/list/list.ts';
import { paymentHref } from '#lib/statement/rules.ts';
import { AmountText, DIFFERENCE_KINDS, differenceName, isExplainable } from './closing-labels.tsx';
import { ExplainForm, MatchForm } from './explain-form.tsx';

const COLUMNS = tableColumns({
  left: { width: 7, place: 'who', copies: 'transactionId' },
  right: { width: 9.5, place: 'note' },
  difference: { width: 7, number: true, place: 'amount' },
  note: { width: 5.5, grows: true, place: 'note', plain: true },
  state: { width: 8.5, place: 'state' },
});

/** The difference whose form is open, and what opens it; null where nobody may explain. */
const Explaining = createContext<{ id: string | null; toggle: (id: string) => void } | null>(null);

type Props = { detail: DayDetail; cause: Cause; show: DifferenceState | null };

/** The differences of one cause: both records, the difference, who explains it and how. */
export function DifferenceRows({ detail, cause, show }: Props) {
  const t = useTranslations('closings');
  const { slug } = useSession().account;
  const may = useCan('refund') && isExplainable(detail);
  const query = useInfiniteQuery(differencesOptions(slug, detail.day, { cause, state: show }));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [id, setId] = useState<string | null>(null);
  const explaining = useMemo(() => {
    const toggle = (next: string) => setId((now) => (now === next ? null : next));
    return may ? { id, toggle } : null;
  }, [may, id]);
  const rows = data && rowsOf(data.pages);
  const close = () => {
    setId(null);
    // The button that opened the form gets the focus back.
    if (id !== null) document.getElementById(buttonId(id))?.focus();
  };
  return (
    <Explaining value={explaining}>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {(data !== undefined || error === null) && (
        <DataTable
          columns={COLUMNS}
          rows={rows}
          cell={DifferenceCell}
          waiting={3}
          labels={{
            label: t(`causes.${cause}.name`),
            loading: t('differences.loading'),
            column: (name) =>
              name === 'left' || name === 'right'
                ? t(`causes.${cause}.${name}`)
                : t(`differences.column.${name as 'note'}`),
          }}
          after={(row) =>
            explaining !== null &&
            row.id === id && (
              <tr className="stacked:block">
                <td className="border-b border-line px-panel pt-1 pb-2 stacked:block" colSpan={5}>
                  <div className="grid gap-2">
                    <ExplainForm detail={detail} difference={row} onClose={close} />
                    {row.reason === 'payment_missing' && (
                      <MatchForm
                        day={detail.day}
                        order={row}
                        payments={rows?.filter(({ reason }) => reason === 'order_missing') ?? []}
                        onClose={close}
                      />
                    )}
                  </div>
                </td>
              </tr>
            )
          }
        />
      )}
      {hasNextPage && (
        <p className="p-panel">
          <Button aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('differences.more')}
          </Button>
        </p>
      )}
    </Explaining>
  );
}

/** A value over a text that wraps. */
function Lines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className="grid py-0.5">
      {children}
      <small className="text-xs whitespace-normal wrap-anywhere text-ink-3">{below}</small>
    </span>
  );
}

const buttonId = (id: string) => `explain-${id}`;

function DifferenceCell({ row, column }: { row: DifferenceLine; column: string }) {
  const t = useTranslations('closings');
  const { cause, difference, reason, state, at } = row;
  switch (column) {
    case 'left':
    case 'right':
      return <Side row={row} side={column} />;
    case 'difference': {
      const amount = <AmountText of={difference} />;
      const reasonKey = `causes.${cause}.reasons.${reason}`;
      return reason === null || !t.has(reasonKey as 'title') ? (
        amount
      ) : (
        <Lines below={t(reasonKey as 'title')}>{amount}</Lines>
      );
    }
    case 'note':
      return <Note row={row} />;
    default:
      return (
        <Lines below={<Instant at={at} variant="minute" />}>
          <Status kind={DIFFERENCE_KINDS[state]}>{t(`differences.state.${state}`)}</Status>
        </Lines>
      );
  }
}

/** One record of the difference: its amount over its id, or over its word and time; or that it is missing. */
function Side({ row, side }: { row: DifferenceLine; side: 'left' | 'right' }) {
  const t = useTranslations('closings');
  const { account } = useSession();
  const types = useTypeLabels();
  const statuses = useStatusLabel();
  const record = row[side];
  if (record === null)
    return (
      <span className="text-ink-3">
        {t('differences.missing', { record: t(`causes.${row.cause}.${side}`).toLocaleLowerCase() })}
      </span>
    );
  const { kind, id, amount, word, at } = record;
  const href =
    kind === 'operation' ? `/${account.slug}/operations/${id}` : paymentHref(account, row.transactionId);
  const label = kind === 'line' ? types.name(word) : word && statuses(word);
  const name =
    kind === 'line' || kind === 'notice' ? (
      <>
        {label} <Instant at={at} variant="minute" />
      </>
    ) : (
      <span className="mono" title={label === null ? id : `${id} · ${label}`}>
        {kind === 'order' ? id : shortId(id)}
      </span>
    );
  const below = kind === 'order' || href === null ? name : <Link href={href}>{name}</Link>;
  return amount === null ? (
    below
  ) : (
    <Lines below={below}>
      <AmountText of={amount} />
    </Lines>
  );
}

/** The responsible person, the note, and the button that opens the form. */
function Note({ row }: { row: DifferenceLine }) {
  const t = useTranslations('closings.differences');
  const explaining = useContext(Explaining);
  const { id, state, responsible, by, note } = row;
  const person = responsible ?? by;
  return (
    <span className="grid justify-items-start">
      <span className={person === null ? 'text-ink-3' : undefined}>
        {person?.name ?? t(state === 'open' ? 'nobody' : 'automatic')}
      </span>
      <small className="text-xs wrap-anywhere text-ink-3">{note ?? t('noNote')}</small>
      {explaining !== null && state !== 'resolved' && (
        <Button
          id={buttonId(id)}
          size="sm"
          className="mt-1"
          aria-expanded={explaining.id === id}
          aria-label={t('explainLabel', {
            action: t(state === 'open' ? 'explain' : 'change'),
            name: differenceName(row),
          })}
          onClick={() => explaining.toggle(id)}
        >
          {t(state === 'open' ? 'explain' : 'change')}
        </Button>
      )}
    </span>
  );
}
