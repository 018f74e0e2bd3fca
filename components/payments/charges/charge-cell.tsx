'use client';

import { withOffset } from '#lib/dates.ts';
import { useSpanLabels } from '../detail/use-left.ts';
import { cellOf, type SideProps } from '../list/payment-rows.tsx';

/** How long after it was made a charge was paid. */
function PaidAfter({ payment: { paidAt, createdAt } }: SideProps) {
  const left = useSpanLabels();
  if (paidAt === null || createdAt === null) return null;
  return <span title={withOffset(paidAt)}>{left(Date.parse(paidAt) - Date.parse(createdAt))}</span>;
}

export const ChargeCell = cellOf('charges', PaidAfter);
