import { invalid } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import { isoOf } from '../world/rows.ts';
import { type Cell, createSummaries } from '../world/summary.ts';
import { DAY, HOUR } from '../world/timeline.ts';
import { reais } from '../world/wire.ts';
import { flag, oneOf, time } from './params.ts';
import type { PixParts } from './parts.ts';

const TYPES = ['DEPOSIT', 'WITHDRAW', 'COMMISSION'];
const SHOWN = ['PENDING', 'COMPLETED', 'CANCELED', 'EXPIRED', 'REFUNDED'];
const MOST_GROUPS = 1000;

function block(cells: Map<string, Cell>, type: string) {
  const cell = (status: string) => cells.get(`${type} ${status}`) ?? { count: 0, amount: 0, fee: 0 };
  const all = [...cells].filter(([key]) => key.startsWith(`${type} `)).map(([, one]) => one);
  return {
    totalAmount: reais(all.reduce((sum, one) => sum + one.amount, 0)),
    totalTransactions: all.reduce((sum, one) => sum + one.count, 0),
    statuses: Object.fromEntries(
      SHOWN.map((status) => {
        const { count, amount, fee } = cell(status);
        const charged = status === 'COMPLETED' || status === 'REFUNDED' ? fee : 0;
        return [status.toLowerCase(), { count, amount: reais(amount), serviceFeeCharged: reais(charged) }];
      }),
    ),
  };
}

export function summaryRoutes({ world }: PixParts): PixRoute[] {
  const summaries = createSummaries(world);

  async function grouped(from: number, to: number, by: 'day' | 'hour') {
    const length = by === 'day' ? DAY : HOUR;
    const start = summaries.groupStart(from, by);
    if ((to - start) / length > MOST_GROUPS)
      throw invalid('groupBy', 'período longo demais para este agrupamento');
    const groups: { start: number; cells: Map<string, Cell> }[] = [];
    for (let at = start; at <= to; at += length) {
      groups.push({
        start: at,
        cells: await summaries.sum(Math.max(at, from), Math.min(at + length - 1, to)),
      });
    }
    return (type: string) =>
      groups.map((group) => ({ date: isoOf(group.start), amount: block(group.cells, type).totalAmount }));
  }

  async function summary({ query }: PixRequest) {
    const from = time(query, 'dateFrom', false) ?? world.calendar.start;
    const to = Math.min(time(query, 'dateTo', true) ?? world.now(), world.now());
    const by = oneOf(query, 'groupBy', ['day', 'hour']) ?? 'day';
    const lines = flag(query, 'grouped') ? await grouped(from, to, by) : null;
    const cells = await summaries.sum(from, to);
    const parts = TYPES.map((type) => {
      const sums = block(cells, type);
      return [type.toLowerCase(), lines ? { ...sums, grouped: lines(type) } : sums] as const;
    });
    const totalTransactions = parts.reduce((sum, [, part]) => sum + part.totalTransactions, 0);
    return { status: 200, json: { totalTransactions, ...Object.fromEntries(parts) } };
  }

  return [{ method: 'GET', path: '/user/summary', handle: summary }];
}
