import { invalid } from '../errors.ts';
import { type Delivery, isFailure } from './model.ts';

/** Filters; times in epoch ms, both ends included. */
export type HistoryFilter = {
  from: number;
  to: number;
  id?: string;
  url?: string;
  status?: number;
  transactionId?: string;
  webhookId?: string;
  eventType?: string;
  hasError?: boolean;
};

export type HistoryQuery = {
  filter: HistoryFilter;
  page: number;
  limit: number;
  byStatus: boolean;
  descending: boolean;
};

const MAX_LIMIT = 100;

type Matched = Pick<Delivery, 'at' | 'url' | 'status' | 'transactionId' | 'event' | 'webhookId'>;

/** Applies all filters except `id`, which the stores look up themselves. */
export function matches(filter: HistoryFilter, one: Matched): boolean {
  return (
    one.at >= filter.from &&
    one.at <= filter.to &&
    (filter.url === undefined || one.url === filter.url) &&
    (filter.status === undefined || one.status === filter.status) &&
    (filter.transactionId === undefined || one.transactionId === filter.transactionId) &&
    (filter.webhookId === undefined || one.webhookId === filter.webhookId) &&
    (filter.eventType === undefined || one.event === filter.eventType) &&
    (filter.hasError === undefined || isFailure(one.status) === filter.hasError)
  );
}

/** Throws PZV001 with the invalid field. */
export function historyQuery(query: URLSearchParams): HistoryQuery {
  const filter: HistoryFilter = {
    from: instant(query, 'createdAtFrom') ?? -Infinity,
    to: instant(query, 'createdAtTo') ?? Infinity,
  };
  for (const field of ['id', 'url', 'transactionId', 'webhookId', 'eventType'] as const) {
    const value = query.get(field);
    if (value !== null && value !== '') filter[field] = value;
  }
  const status = integer(query, 'status', 0, 599);
  if (status !== null) filter.status = status;
  const hasError = choice(query, 'hasError', ['true', 'false']);
  if (hasError !== null) filter.hasError = hasError === 'true';
  return {
    filter,
    page: integer(query, 'page', 1, Number.MAX_SAFE_INTEGER) ?? 1,
    limit: integer(query, 'limit', 1, MAX_LIMIT) ?? 10,
    byStatus: choice(query, 'sortBy', ['createdAt', 'status']) === 'status',
    descending: choice(query, 'sortDirection', ['asc', 'desc']) !== 'asc',
  };
}

function integer(query: URLSearchParams, field: string, least: number, most: number): number | null {
  const text = query.get(field);
  if (text === null || text === '') return null;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw invalid(field, `${field} deve ser um inteiro de ${least} a ${most}.`);
  }
  return value;
}

function choice(query: URLSearchParams, field: string, allowed: string[]): string | null {
  const value = query.get(field);
  if (value === null || value === '') return null;
  if (!allowed.includes(value)) throw invalid(field, `${field} deve ser um de: ${allowed.join(', ')}.`);
  return value;
}

function instant(query: URLSearchParams, field: string): number | null {
  const text = query.get(field);
  if (text === null || text === '') return null;
  return parseInstant(text) ?? fail(field);
}

/** Epoch ms of an ISO 8601 date or date-time; null for anything else. */
export function parseInstant(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text))
    return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

function fail(field: string): never {
  throw invalid(field, `${field} deve ser uma data ISO 8601.`);
}
