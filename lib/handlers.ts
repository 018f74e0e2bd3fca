import 'server-only';
import { createFirstPaint } from '#lib/api/prefetch-queries.ts';
import type { Handlers } from '#lib/api/serve.ts';
import { auditHandlers } from '#lib/audit-log/handlers.ts';
import { cardHandlers } from '#lib/card/handlers.ts';
import { closingHandlers } from '#lib/closings/handlers.ts';
import { connectionHandlers } from '#lib/connections/handlers.ts';
import { customerHandlers } from '#lib/customers/handlers.ts';
import { deliveryHandlers } from '#lib/deliveries/handlers.ts';
import { disputeHandlers } from '#lib/disputes/handlers.ts';
import { doctorHandlers } from '#lib/doctor/handlers.ts';
import { type Endpoints, endpoints } from '#lib/endpoints.ts';
import { eventHandlers } from '#lib/events/handlers.ts';
import { notificationHandlers } from '#lib/notifications/handlers.ts';
import { operationHandlers } from '#lib/operations/handlers.ts';
import { overviewHandlers } from '#lib/overview/handlers.ts';
import { paymentHandlers } from '#lib/payments/handlers.ts';
import { policyHandlers } from '#lib/policies/handlers.ts';
import { profileHandlers } from '#lib/profile/handlers.ts';
import { reportHandlers } from '#lib/reports/handlers.ts';
import { resendHandlers } from '#lib/resends/handlers.ts';
import { simulatorHandlers } from '#lib/sandbox/handlers.ts';
import { searchHandlers } from '#lib/search/handlers.ts';
import { sessionHandlers } from '#lib/session/handlers.ts';
import { ssoHandlers } from '#lib/sso/handlers.ts';
import { statementHandlers } from '#lib/statement/handlers.ts';
import { systemHandlers } from '#lib/system/handlers.ts';
import { teamHandlers } from '#lib/team/handlers.ts';
import { transactionHandlers } from '#lib/transactions/handlers.ts';
import { viewHandlers } from '#lib/views/handlers.ts';
import { webhookHandlers } from '#lib/webhooks/handlers.ts';

/** The handler of each endpoint. An endpoint without a handler does not compile. */
export const handlers = {
  ...connectionHandlers,
  ...auditHandlers,
  ...cardHandlers,
  ...closingHandlers,
  ...customerHandlers,
  ...deliveryHandlers,
  ...disputeHandlers,
  ...doctorHandlers,
  ...eventHandlers,
  ...notificationHandlers,
  ...operationHandlers,
  ...overviewHandlers,
  ...paymentHandlers,
  ...policyHandlers,
  ...profileHandlers,
  ...reportHandlers,
  ...resendHandlers,
  ...searchHandlers,
  ...sessionHandlers,
  ...simulatorHandlers,
  ...ssoHandlers,
  ...statementHandlers,
  ...systemHandlers,
  ...teamHandlers,
  ...transactionHandlers,
  ...viewHandlers,
  ...webhookHandlers,
} satisfies Handlers<Endpoints>;

/** Reads what a page shows first. */
export const firstPaint = createFirstPaint(endpoints, handlers);
