import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';
import type { operationEndpoints } from '#lib/operations/contract.ts';
import {
  acknowledgeOperation,
  approveOperation,
  declineOperation,
  lookUpNow,
  repeatOperation,
  settleByHand,
} from '#lib/operations/server/approve.ts';
import { lookUpReference } from '#lib/operations/server/duplicates.ts';
import {
  getApproval,
  getSecondPersonRules,
  listApprovals,
  showReceiver,
} from '#lib/operations/server/get-approval.ts';
import { exportOperations, getOperation, listOperations } from '#lib/operations/server/get-operation.ts';

export const operationHandlers = {
  'GET /api/approvals': listApprovals,
  'GET /approval-rules': ({ ctx }) => getSecondPersonRules(ctx),
  'GET /operations/{id}/receiver': showReceiver,
  'POST /operations/{id}/acknowledge': acknowledgeOperation,
  'POST /operations/{id}/approve': approveOperation,
  'POST /operations/{id}/decline': declineOperation,
  'POST /operations/{id}/look-up': lookUpNow,
  'POST /operations/{id}/repeat': repeatOperation,
  'POST /operations/{id}/settle': settleByHand,
  'GET /operations/{id}/approval': getApproval,
  'GET /operations/{id}': getOperation,
  ...exportHandlers('/operations', exportOperations),
  'GET /references/lookup': ({ ctx, query }) => lookUpReference(ctx, query.clientReference),
  'GET /operations': listOperations,
} satisfies Handlers<typeof operationEndpoints>;
