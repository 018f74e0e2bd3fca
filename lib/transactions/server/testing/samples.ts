import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { AuditNote, Ctx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import type { Page, ProviderPort, TransactionFilter } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';
import type { Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { BARE_TRANSACTION, NO_PARTY } from '#lib/transactions/rules.ts';

export const AS_OF = '2026-11-19T15:00:00.000Z';
export function transaction(over: Partial<Transaction> = {}): Transaction {
  return asRead({
    ...BARE_TRANSACTION,
    id: 'tx_1',
    status: 'COMPLETED',
    type: 'DEPOSIT',
    method: 'PIX',
    amount: 123456,
    fee: 50,
    payer: { ...NO_PARTY, name: 'Ana Maria Souza', document: '52998224725' },
    createdAt: '2026-11-19T14:00:00.000Z',
    updatedAt: '2026-11-19T14:00:09.000Z',
    paidAt: '2026-11-19T14:00:05.000Z',
    ...over,
  });
}

export function detail(over: Partial<TransactionDetail> = {}): TransactionDetail {
  return {
    transaction: transaction(),
    refunds: [],
    disputes: [],
    deliveries: [],
    raw: { id: 'tx_1' },
    asOf: AS_OF,
    ...over,
  };
}

type List = NonNullable<ProviderPort['transactions']>['list'];

export function page(
  items: Transaction[],
  next: unknown = null,
  total: number | null = items.length,
): Page<Transaction> {
  return { items, next, total, asOf: AS_OF };
}

/**
 * A context of a session of its own, whose provider answers with these pages in order, or one transaction.
 */
export function contextWith(
  options: {
    pages?: (Page<Transaction> | Error)[];
    one?: TransactionDetail;
    permissions?: Permission[];
    signal?: AbortSignal;
  } = {},
) {
  const requests: {
    filter: TransactionFilter;
    position: unknown;
    limit: number;
    call: Parameters<List>[2];
  }[] = [];
  const audited: AuditNote[] = [];
  const list: List = async (filter, { limit, position }, call) => {
    requests.push({ filter, position, limit, call });
    call.signal?.throwIfAborted();
    const answer = options.pages?.[requests.length - 1] ?? page([]);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const get = vi.fn(async () => options.one ?? detail());
  const ctx = {
    account: { id: 'acc_1', slug: 'pix' },
    operator: { id: 'op_1' },
    sessionId: randomUUID(),
    permissions: new Set<Permission>(options.permissions ?? ['read']),
    ...reachFor({ kind: 'pix', transactions: { list, get } }, options.signal),
    audit: async (note: AuditNote) => void audited.push(note),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  } as unknown as Ctx;
  return { ctx, requests, audited, get };
}
