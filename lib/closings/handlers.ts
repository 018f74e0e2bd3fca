import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { closingEndpoints } from '#lib/closings/contract.ts';
import { matchOrder, removeOrders, uploadOrders } from '#lib/closings/server/change-orders.ts';
import { closeDay } from '#lib/closings/server/close-day.ts';
import { explainDifference } from '#lib/closings/server/explain-difference.ts';
import { exportClosings } from '#lib/closings/server/export-closings.ts';
import { getClosing } from '#lib/closings/server/get-closing.ts';
import { listClosings } from '#lib/closings/server/list-closings.ts';
import { listDifferences, listLines } from '#lib/closings/server/list-records.ts';
import { readDay } from '#lib/closings/server/read-day.ts';
import {
  verifyVersion,
  versionJson,
  versionPdf,
  versionWorkbook,
} from '#lib/closings/server/version-files.ts';

export const closingHandlers = {
  'POST /closings/{day}/close': closeDay,
  'GET /closings/{day}/differences': listDifferences,
  'PATCH /closings/{day}/differences/{id}': explainDifference,
  'GET /closings/{day}/lines': listLines,
  'POST /closings/{day}/orders/matches': matchOrder,
  'DELETE /closings/{day}/orders': removeOrders,
  'POST /closings/{day}/orders': uploadOrders,
  'POST /closings/{day}/read': readDay,
  'GET /closings/{day}/versions/{version}/verification': verifyVersion,
  'GET /closings/{day}/versions/{version}/closing.json': versionJson,
  'GET /closings/{day}/versions/{version}/closing.xlsx': versionWorkbook,
  'GET /closings/{day}/versions/{version}/closing.pdf': versionPdf,
  'GET /closings/{day}': getClosing,
  'GET /closings.csv': (call) => exportClosings(call, 'csv'),
  'GET /closings.xlsx': (call) => exportClosings(call, 'xlsx'),
  'GET /closings': listClosings,
} satisfies Handlers<typeof closingEndpoints>;
