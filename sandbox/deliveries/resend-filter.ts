import { invalid } from '../errors.ts';
import type { TransactionFilter } from '../types.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from './event-names.ts';
import { parseInstant } from './history-filter.ts';

export const DAY_MS = 86_400_000;
const LONGEST_WINDOW_MS = 7 * DAY_MS;
const FARTHEST_BACK_MS = 30 * DAY_MS;

export type ResendFilter = { transactions: TransactionFilter; webhookIds: string[] | null };

/** Reads the filter body. `now` in epoch ms. Throws PZV001 with the invalid field. */
export function resendFilter(body: unknown, now: number): ResendFilter {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const from = instant(fields, 'createdAtFrom');
  const to = instant(fields, 'createdAtTo');
  if (from < now - FARTHEST_BACK_MS) {
    throw invalid('createdAtFrom', 'createdAtFrom não pode ser anterior a 30 dias.');
  }
  if (to < from) throw invalid('createdAtTo', 'createdAtTo deve ser igual ou posterior a createdAtFrom.');
  if (to - from > LONGEST_WINDOW_MS) throw invalid('createdAtTo', 'O período máximo é de 7 dias.');
  const transactions: TransactionFilter = { from, to };
  const ids = texts(fields, 'transactionIds');
  const endToEndIds = texts(fields, 'transactionEndToEndIds');
  const types = texts(fields, 'transactionTypes', TRANSACTION_TYPES);
  const statuses = texts(fields, 'transactionStatus', TRANSACTION_STATUSES);
  if (ids) transactions.ids = ids;
  if (endToEndIds) transactions.endToEndIds = endToEndIds;
  if (types) transactions.types = types;
  if (statuses) transactions.statuses = statuses;
  return { transactions, webhookIds: texts(fields, 'webhookIds') };
}

function instant(fields: Record<string, unknown>, field: string): number {
  const at = parseInstant(fields[field]);
  if (at === null) throw invalid(field, `${field} é obrigatório e deve ser uma data ISO 8601.`);
  return at;
}

/** Null when absent or empty: no filter. */
function texts(fields: Record<string, unknown>, field: string, allowed?: string[]): string[] | null {
  const value = fields[field];
  if (value === undefined || value === null) return null;
  const fits = (item: unknown) => typeof item === 'string' && (!allowed || allowed.includes(item));
  if (!Array.isArray(value) || !value.every(fits)) {
    const suffix = allowed ? ` de: ${allowed.join(', ')}` : ' de textos';
    throw invalid(field, `${field} deve ser uma lista${suffix}.`);
  }
  return value.length === 0 ? null : [...new Set(value as string[])];
}
