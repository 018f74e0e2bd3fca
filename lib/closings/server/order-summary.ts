import 'server-only';
import { operatorNames } from '#lib/auth/server/holders.ts';
import type { OrderSummary } from '#lib/closings/contract.ts';
import type { DayRow, OrderFile } from '#lib/closings/server/day-row.ts';

/** The day's order file with the numbers of its last comparison; null: there is none, or the day is not read. */
export async function orderSummary({ orders }: Pick<DayRow, 'orders'>): Promise<OrderSummary | null> {
  const file = orders as OrderFile | null;
  if (file?.sums == null) return null;
  const names = await operatorNames([file.by]);
  return {
    ...file.sums,
    fileName: file.name,
    uploadedAt: file.at,
    uploadedBy: { id: file.by, name: names.get(file.by) ?? '' },
  };
}
