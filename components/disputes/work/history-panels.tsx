'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { earlierColumns } from '#lib/disputes/disputes.list.ts';
import { disputeOptions, payerOptions } from '#lib/disputes/queries.ts';
import { disputeName, disputePath, endingOf, noteForm } from '#lib/disputes/rules.ts';
import { directionOf } from '#lib/transactions/rules.ts';
import { useResultLabels } from '../labels.tsx';
import { useDisputeTable } from '../queue/dispute-cells.tsx';

/** Earlier payments of this payer; those without a dispute are an argument. */
export function PayerPanel({ detail: { dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.payer');
  const { account } = useSession();
  const query = useQuery(payerOptions(account.slug, dispute.id));
  const items = query.data?.items ?? [];
  const total = query.data?.total ?? items.length;
  return (
    <Panel title={t('title')} note={total > 0 && t('note', { count: total })}>
      <QueryBody query={query} skeleton={<Skeleton width="100%" />} />
      {query.data?.items.length === 0 && <p className="text-ink-3">{t('none')}</p>}
      {items.length > 0 && (
        <table className="w-full border-collapse [&_td]:h-6.5 [&_td]:border-b [&_td]:border-line [&_td]:p-0 [&_td]:whitespace-nowrap [&_td:not(:last-child)]:pr-2 [&_tr:last-child>*]:border-b-0">
          <caption className="sr-only">{t('caption')}</caption>
          <tbody>
            {items.map((item) => (
              <tr key={item.transactionId}>
                <td>
                  <Link href={`/${account.slug}/transactions/${encodeURIComponent(item.transactionId)}`}>
                    <Instant at={item.paidAt} variant="day" />
                  </Link>
                </td>
                <td>
                  <Mark item={item} dispute={dispute} />
                </td>
                <td className="text-right">
                  <Money
                    cents={item.amount}
                    direction={directionOf({ status: item.status, type: 'DEPOSIT' })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

type MarkProps = { item: { transactionId: string; disputeId: string | null }; dispute: Dispute };

function Mark({ item, dispute }: MarkProps) {
  const t = useTranslations('disputes.payer');
  const { account } = useSession();
  if (item.transactionId === dispute.transactionId) return <Status kind="danger">{t('this')}</Status>;
  if (item.disputeId === null) return <Status kind="ok">{t('clean')}</Status>;
  return (
    <Link href={disputePath(account.slug, item.disputeId)}>
      <Status kind="dispute">{t('disputed')}</Status>
    </Link>
  );
}

const MOST = 6;

const KIND = { kept: 'ok', returned: 'returned', withdrawn: 'cancelled', other: 'flow' } as const;

/** The ending of an earlier defense, from its result only. */
const endedAs = ({ result }: { result: string | null }) => endingOf({ status: null, result });

/** How earlier defenses of the same type ended; each row opens its dispute. */
export function EarlierPanel({ detail: { earlier } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.earlier');
  const table = useDisputeTable({ columns: earlierColumns, state: 'answered', label: t('title') });
  const ended = earlier.filter(({ state }) => state === 'closed');
  const kept = ended.filter((one) => endedAs(one) === 'kept').length;
  const rows = earlier.slice(0, MOST).map((one) => ({ ...one, id: one.disputeId }));
  return (
    <Panel
      title={t('title')}
      note={ended.length > 0 && t('note', { kept, count: ended.length })}
      padded={false}
      className="overflow-hidden"
    >
      {rows.length === 0 && <p className="p-panel text-ink-3">{t('none')}</p>}
      {rows.length > 0 && <DataTable {...table} cell={EarlierCell} rows={rows} />}
    </Panel>
  );
}

type EarlierProps = { row: DisputeDetail['earlier'][number] & { id: string }; column: string };

function EarlierCell({ row, column }: EarlierProps) {
  const t = useTranslations('disputes.earlier');
  const result = useResultLabels();
  const cells: Record<string, ReactNode> = {
    time: <Instant at={row.answeredAt} variant="day" />,
    dispute: disputeName(row),
    result: (
      <Status kind={KIND[endedAs(row)]} calm>
        {result({ ...row, status: null })}
      </Status>
    ),
    files: t('files', { count: row.files }),
    amount: <Money cents={row.amount} />,
  };
  return cells[column];
}

/** Internal notes of the team; the bank never sees them. */
export function NotesPanel({ detail: { notes, dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.notes');
  const may = useCan('dispute');
  return (
    <Panel local title={t('title')} note={t('never')}>
      {notes.length === 0 && !may && <p className="text-ink-3">{t('none')}</p>}
      {may && <NewNote id={dispute.id} />}
      {notes.map((note, place) => (
        <div
          key={note.id}
          className={`text-xs ${may || place > 0 ? 'mt-2' : ''} ${place > 0 ? 'border-t border-line pt-2' : ''}`}
        >
          <b>{note.by.name}</b>{' '}
          <span className="text-ink-3">
            <Instant at={note.at} variant="minute" />
          </span>
          <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
        </div>
      ))}
      <AuditLink of="dispute" target={dispute.id} />
    </Panel>
  );
}

function NewNote({ id }: { id: string }) {
  const t = useTranslations('disputes.notes');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const toast = useToast();
  const form = useOperationForm('POST /disputes/{id}/notes', noteForm, {
    params: { id },
    proof: 'none',
    facts: null,
    restarts: true,
    onDone: () => {
      toast(t('added'));
      return client.invalidateQueries({ queryKey: disputeOptions(account, id).queryKey, exact: true });
    },
  });
  const blank = form.values.text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blank) void form.submit();
  };
  return (
    <form className="grid gap-1.5" onSubmit={submit}>
      <OperationFields form={form} labels={{ text: { label: t('label') } }} />
      {Boolean(form.error) && !form.shownAtFields && <ErrorCard error={form.error} />}
      <div>
        <Button type="submit" size="sm" disabled={blank || form.busy}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}
