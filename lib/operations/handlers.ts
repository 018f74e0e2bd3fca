import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { exportHandlers } from '#lib/list/server/export-handlers.ts';
import type { operationEndpoints } from '#lib/operations/contract.ts';
import { acknowledgeOperation } from '#lib/operations/server/acknowledge.ts';
import { approveOperation, declineOperation } from '#lib/operations/server/approve.ts';
import { getApproval } from '#lib/operations/server/get-approval.ts';
import { getOperation } from '#lib/operations/server/get-operation.ts';
import { getSecondPersonRules } from '#lib/operations/server/get-second-person-rules.ts';
import { listApprovals } from '#lib/operations/server/list-approvals.ts';
import { exportOperations, listOperations } from '#lib/operations/server/list-operations.ts';
import { lookUpReference } from '#lib/operations/server/look-up-reference.ts';
import { lookUpNow, repeatOperation } from '#lib/operations/server/repeat-operation.ts';
import { settleByHand } from '#lib/operations/server/settle-by-hand.ts';
import { showReceiver } from '#lib/operations/server/show-receiver.ts';

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
