'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { SelectField } from '#components/ui/plain-field.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError, call } from '#lib/api/client.ts';
import type { OrderSummary } from '#lib/closings/contract.ts';
import { ORDER_FIELDS, type OrderColumns } from '#lib/closings/order-columns.ts';
import { allClosings, type DayDetail, type OrderUpload, uploadOrders } from '#lib/closings/queries.ts';
import type { Day } from '#lib/core/dates.ts';
import { AmountText, isExplainable, RULED } from './closing-labels.tsx';

/** The merchant's own orders of the day, and how they match the day's payments. Optional. */
export function OrdersPanel({ detail }: { detail: DayDetail }) {
  const t = useTranslations('closings.orders');
  const { orders, day } = detail;
  const may = useCan('refund') && isExplainable(detail);
  const file = useOrders(day);
  const { chooser, choose, pending, busy, error } = file;
  if (orders === null && !may) return null;
  return (
    <Panel
      title={t('title')}
      note={orders === null ? t('optional') : t('count', { count: orders.count })}
      action={
        may && (
          <>
            <input
              ref={chooser}
              type="file"
              hidden
              accept=".csv,.xlsx,text/csv"
              aria-label={t('file')}
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                event.target.value = '';
                if (chosen !== undefined) void choose(chosen);
              }}
            />
            {orders !== null && (
              <Button size="sm" variant="quiet" disabled={busy} onClick={() => void file.remove()}>
                {t('remove')}
              </Button>
            )}
            <Button size="sm" icon="file" aria-busy={busy} onClick={() => chooser.current?.click()}>
              {t(orders === null ? 'upload' : 'replace')}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-2">
        {orders === null ? <p className="text-ink-3">{t('what')}</p> : <Summary orders={orders} />}
        {error !== null && pending === null && <OrdersError error={error} />}
      </div>
      {pending !== null && <OrderColumnsDialog file={file} pending={pending} />}
    </Panel>
  );
}

function Summary({ orders }: { orders: OrderSummary }) {
  const t = useTranslations('closings.orders');
  const { fileName, uploadedAt, uploadedBy, sum, payments, paymentSum, matched } = orders;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Icon name="file" className="self-center text-ink-3" />
        <span className="mono min-w-0 truncate text-ink" title={fileName}>
          {fileName}
        </span>
        <span className="ml-auto text-xs text-ink-3">
          {uploadedBy.name}, <Instant at={uploadedAt} variant="minute" />
        </span>
      </div>
      <Facts
        variant="right"
        of={(['reference', 'endToEnd', 'operator'] as const).map((by) => ({
          label: t(`matched.${by}`),
          value: <b>{matched[by]}</b>,
        }))}
      />
      <Facts
        variant="right"
        className={RULED}
        of={(['amountDiffers', 'paymentMissing', 'orderMissing'] as const).map((name) => ({
          label: t(name),
          value: String(orders[name]),
        }))}
      />
      <Facts
        variant="right"
        className={RULED}
        of={[
          { label: t('sum'), value: <AmountText of={sum} /> },
          { label: t('paymentSum', { count: payments }), value: <AmountText of={paymentSum} /> },
        ]}
      />
    </>
  );
}

/** A chosen file whose columns are proposed and wait to be confirmed. */
type Pending = { file: File; upload: OrderUpload };
type Confirmed = OrderColumns & { reference: number; amount: number };
type OrderFile = ReturnType<typeof useOrders>;

/** Sends the day's order file in two steps: the server proposes its columns, the operator confirms them. */
function useOrders(day: Day) {
  const t = useTranslations('closings.orders');
  const toast = useToast();
  const client = useQueryClient();
  const account = useSession().account.slug;
  const chooser = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const refresh = () => client.invalidateQueries({ queryKey: allClosings(account) });
  return {
    chooser,
    pending,
    busy,
    error,
    cancel() {
      setPending(null);
      setError(null);
    },
    choose: (file: File) =>
      run(async () => setPending({ file, upload: await uploadOrders(account, day, file, null) })),
    confirm: (file: File, columns: Confirmed) =>
      run(async () => {
        const { orders, otherDays } = await uploadOrders(account, day, file, columns);
        setPending(null);
        toast(t('stored', { count: orders?.count ?? 0, otherDays }));
        await refresh();
      }),
    remove: () =>
      run(async () => {
        await call('DELETE /closings/{day}/orders', { account, params: { day } });
        toast(t('removed'));
        await refresh();
      }),
  };
}

const NONE = '';

/** The proposed columns, each with samples of its content. A file needs a reference and an amount. */
function OrderColumnsDialog({ file: orders, pending }: { file: OrderFile; pending: Pending }) {
  const t = useTranslations('closings.orders.columns');
  const common = useTranslations('common');
  const id = useId();
  const { file, upload } = pending;
  const { busy, error, cancel, confirm } = orders;
  const [columns, setColumns] = useState<OrderColumns>(upload.proposed);
  const { reference, amount } = columns;
  const confirmed = reference === null || amount === null ? null : { ...columns, reference, amount };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed !== null && !busy) void confirm(file, confirmed);
  };
  return (
    <Dialog
      open
      wide
      onClose={cancel}
      title={t('title')}
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{t(confirmed === null ? 'needed' : 'local')}</span>
          <Button onClick={cancel}>{common('back')}</Button>
          <Button type="submit" form={id} variant="main" disabled={confirmed === null} aria-busy={busy}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <p>{t('of', { name: file.name, count: upload.rows })}</p>
      <form id={id} className="grid gap-3" noValidate onSubmit={submit}>
        {ORDER_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={t(`field.${field}`)}
            hint={t(`hint.${field}`)}
            value={columns[field] === null ? NONE : String(columns[field])}
            onChange={(next) => setColumns({ ...columns, [field]: next === NONE ? null : Number(next) })}
          >
            <option value={NONE}>{t('none')}</option>
            {upload.columns.map(({ index, name, samples }) => (
              <option key={index} value={index}>
                {t('column', {
                  name: name || t('number', { number: index + 1 }),
                  samples: samples.filter((sample) => sample !== '').join(', '),
                })}
              </option>
            ))}
          </SelectField>
        ))}
      </form>
      {error !== null && <OrdersError error={error} />}
    </Dialog>
  );
}

const ROW_FIELD = /^rows\.(\d+)\.(\w+)$/;

/** Why the file was refused; cells that cannot be read are named by their row. */
function OrdersError({ error }: { error: unknown }) {
  const t = useTranslations('closings.orders');
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  const faultOf = (code: string) => (t.has(`faults.${code}`) ? t(`faults.${code as 'empty'}`) : code);
  const cells = fields.flatMap(({ field, message }) => {
    const [, row, name] = ROW_FIELD.exec(field) ?? [];
    return row === undefined ? [] : [{ row, name, message }];
  });
  if (cells.length > 0)
    return (
      <Callout tone="danger" role="alert" title={t('unreadable')}>
        {cells
          .map(({ row, name, message }) =>
            t('cell', { row, field: t(`columns.field.${name as 'date'}`), fault: faultOf(message) }),
          )
          .join('; ')}
      </Callout>
    );
  const fault = fields.find(({ field }) => field === 'file')?.message;
  if (fault !== undefined)
    return (
      <Callout tone="danger" role="alert" title={t('refused')}>
        {faultOf(fault)}
      </Callout>
    );
  return <ErrorCard error={error} />;
}
