import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';
import type { statementEndpoints } from '#lib/statement/contract.ts';
import {
  exportPendingDeposits,
  getPendingDeposit,
  listPendingDeposits,
} from '#lib/statement/server/list-pending-deposits.ts';
import {
  exportStatement,
  getStatementLine,
  getStoredFilter,
  listStatement,
  nameLines,
  storeFilter,
  sumStatement,
} from '#lib/statement/server/list-statement.ts';

export const statementHandlers = {
  'GET /pending-deposits/{id}': ({ ctx, id, query }) =>
    getPendingDeposit({ ctx, id, reveal: query.reveal === '1' }),
  ...exportHandlers('/pending-deposits', exportPendingDeposits),
  'GET /pending-deposits': listPendingDeposits,
  ...exportHandlers('/statement', exportStatement),
  'GET /statement/names': nameLines,
  'GET /statement/sums': sumStatement,
  'GET /statement/{id}': getStatementLine,
  'GET /statement/filters/{id}': getStoredFilter,
  'POST /statement/filters': storeFilter,
  'GET /statement': listStatement,
} satisfies Handlers<typeof statementEndpoints>;
