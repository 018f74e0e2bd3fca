import type { Dialect } from '../account.ts';
import type { PixRequest, PixRoute, PixTransaction } from '../types.ts';
import { infractionBody } from '../world/dispute-book.ts';
import type { ListFilter } from '../world/listing.ts';
import { isoOf } from '../world/rows.ts';
import { transactionJson } from '../world/wire.ts';
import { csv, direction, documentFilter, money, notFound, oneOf, paging, text, time } from './params.ts';
import { METHODS, type PixParts, STATUSES, TYPES } from './parts.ts';

/** Document 1's Transaction, with its dispute if one was opened. */
export function wireTransaction(parts: PixParts, row: PixTransaction): Record<string, unknown> {
  const dispute = parts.life.disputes.ofTransaction(row);
  return { ...transactionJson(row), infraction: dispute ? infractionBody(dispute) : null };
}

function filterOf(query: URLSearchParams, dialect: Dialect): ListFilter {
  const filters: Record<string, unknown> = {
    from: time(query, 'dateFrom', false),
    to: time(query, 'dateTo', true),
    id: text(query, 'id'),
    endToEndId: text(query, 'endToEndId', 64),
    clientReference: text(query, 'clientReference', 64),
    virtualAccount: text(query, 'virtualAccount', 50),
    document: documentFilter(query, 'document', dialect !== 'sparse'),
    name: text(query, 'name', 120),
    amount: money(query, 'amount'),
    statuses: csv(query, 'status', STATUSES),
    types: csv(query, 'type', TYPES),
    methods: csv(query, 'method', METHODS),
    sortBy: oneOf(query, 'sortBy', ['createdAt', 'updatedAt']),
    ascending: direction(query),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as ListFilter;
}

export function transactionRoutes(parts: PixParts): PixRoute[] {
  const { world, life } = parts;

  async function list({ query }: PixRequest) {
    const { limit, offset } = paging(query, 1000);
    const { total, rows } = await world.list(filterOf(query, parts.account.state.dialect), offset, limit);
    return {
      status: 200,
      json: {
        total,
        pages: Math.ceil(total / limit),
        transactions: rows.map((row) => wireTransaction(parts, row)),
      },
    };
  }

  function one({ params }: PixRequest) {
    const row = world.transaction(params.id ?? '');
    if (!row) throw notFound('PZG404', 'Transação não encontrada.');
    const dispute = life.disputes.ofTransaction(row);
    return {
      status: 200,
      json: {
        ...wireTransaction(parts, row),
        Infraction: dispute
          ? [
              {
                id: dispute.id,
                status: dispute.status,
                createdAt: isoOf(dispute.reportedAt),
                updatedAt: isoOf(dispute.updatedAt),
              },
            ]
          : [],
        CallbackLog: parts.deliveries().callbackLog(row.id),
      },
    };
  }

  return [
    { method: 'GET', path: '/user/transactions', handle: list },
    { method: 'GET', path: '/user/transactions/:id', handle: one },
  ];
}
