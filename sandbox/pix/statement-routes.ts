import { invalid } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import type { LedgerLine } from '../world/ledger.ts';
import { isoOf } from '../world/rows.ts';
import { reais } from '../world/wire.ts';
import { direction, money, notFound, oneOf, paging, text, time } from './params.ts';
import type { PixParts } from './parts.ts';

function lineJson(line: LedgerLine): Record<string, unknown> {
  return {
    id: line.id,
    amount: reais(Math.abs(line.delta)),
    operation: line.delta < 0 ? 'DECREMENT' : 'INCREMENT',
    reason: line.reason,
    balanceType: line.balanceType,
    previousBalanceAvailable: reais(line.previous.available),
    previousBalanceBlocked: reais(line.previous.blocked),
    newBalanceAvailable: reais(line.next.available),
    newBalanceBlocked: reais(line.next.blocked),
    transactionId: line.transactionId,
    infractionId: line.infractionId,
    createdAt: isoOf(line.at),
    updatedAt: isoOf(line.at),
  };
}

function wanted(query: URLSearchParams): (line: LedgerLine) => boolean {
  const id = text(query, 'id');
  const transactionId = text(query, 'transactionId');
  const reason = text(query, 'reason');
  const operation = oneOf(query, 'operation', ['INCREMENT', 'DECREMENT']);
  const least = money(query, 'amountFrom', 0) ?? 0;
  const most = money(query, 'amountTo', 0) ?? Infinity;
  return (line) =>
    (id === undefined || line.id === id) &&
    (transactionId === undefined || line.transactionId === transactionId) &&
    (reason === undefined || line.reason === reason) &&
    (operation === undefined || (line.delta < 0 ? 'DECREMENT' : 'INCREMENT') === operation) &&
    Math.abs(line.delta) >= least &&
    Math.abs(line.delta) <= most;
}

/** Document 1 requires a date window but does not name its ends. */
const ENDS = { nested: ['dateFrom', 'dateTo'], other: ['createdAtFrom', 'createdAtTo'] } as const;

export function statementRoutes({ ledger, account }: PixParts): PixRoute[] {
  function list({ query }: PixRequest) {
    const { page, limit, offset } = paging(query, 100);
    const [first, last] = account.state.dialect === 'nested' ? ENDS.nested : ENDS.other;
    const from = time(query, first, false);
    const to = time(query, last, true);
    if (from === undefined) throw invalid(first, 'é obrigatório');
    if (to === undefined) throw invalid(last, 'é obrigatório');
    const sortBy = oneOf(query, 'sortBy', ['createdAt', 'amount']) ?? 'createdAt';
    const ascending = direction(query);
    const fits = wanted(query);
    let lines: LedgerLine[] = [];
    const all = sortBy === 'amount' || ascending;
    for (const line of ledger.newest(from, to)) {
      if (fits(line)) lines.push(line);
      if (!all && lines.length > offset + limit) break;
    }
    if (sortBy === 'amount') lines.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta));
    if (ascending) lines = lines.reverse();
    return {
      status: 200,
      json: {
        pagination: { page, limit, hasNextPage: lines.length > offset + limit },
        bankStatements: lines.slice(offset, offset + limit).map(lineJson),
      },
    };
  }

  function one({ params }: PixRequest) {
    const line = ledger.line(params.id ?? '');
    if (!line) throw notFound('PZG404', 'Lançamento não encontrado.');
    return { status: 200, json: lineJson(line) };
  }

  return [
    { method: 'GET', path: '/user/bank-statements', handle: list },
    { method: 'GET', path: '/user/bank-statements/:id', handle: one },
  ];
}
