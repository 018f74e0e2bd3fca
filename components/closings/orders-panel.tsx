'use client';

import { useTranslations } from 'next-intl';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { OrderSummary } from '#lib/closings/contract.ts';
import { AmountText } from './closing-labels.tsx';

const RULED = 'border-t border-line pt-2';

/** The file of orders of the day, and how its rows match the day's payments. */
export function OrdersPanel({ orders }: { orders: OrderSummary }) {
  const t = useTranslations('closings.orders');
  const { fileName, uploadedAt, uploadedBy, count, sum, payments, paymentSum, matched } = orders;
  return (
    <Panel title={t('title')} note={t('count', { count })}>
      <div className="grid gap-2">
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
      </div>
    </Panel>
  );
}
