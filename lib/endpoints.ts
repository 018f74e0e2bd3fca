import { auditEndpoints } from '#lib/audit-log/contract.ts';
import { cardEndpoints } from '#lib/card/contract.ts';
import { closingEndpoints } from '#lib/closings/contract.ts';
import { connectionEndpoints } from '#lib/connections/contract.ts';
import { customerEndpoints } from '#lib/customers/contract.ts';
import { deliveryEndpoints } from '#lib/deliveries/contract.ts';
import { disputeEndpoints } from '#lib/disputes/contract.ts';
import { doctorEndpoints } from '#lib/doctor/contract.ts';
import { eventEndpoints } from '#lib/events/contract.ts';
import { notificationEndpoints } from '#lib/notifications/contract.ts';
import { operationEndpoints } from '#lib/operations/contract.ts';
import { overviewEndpoints } from '#lib/overview/contract.ts';
import { paymentEndpoints } from '#lib/payments/contract.ts';
import { policyEndpoints } from '#lib/policies/contract.ts';
import { profileEndpoints } from '#lib/profile/contract.ts';
import { reportEndpoints } from '#lib/reports/contract.ts';
import { resendEndpoints } from '#lib/resends/contract.ts';
import { simulatorEndpoints } from '#lib/sandbox/contract.ts';
import { searchEndpoints } from '#lib/search/contract.ts';
import { sessionEndpoints } from '#lib/session/contract.ts';
import { ssoEndpoints } from '#lib/sso/contract.ts';
import { statementEndpoints } from '#lib/statement/contract.ts';
import { systemEndpoints } from '#lib/system/contract.ts';
import { teamEndpoints } from '#lib/team/contract.ts';
import { transactionEndpoints } from '#lib/transactions/contract.ts';
import { viewEndpoints } from '#lib/views/contract.ts';
import { webhookEndpoints } from '#lib/webhooks/contract.ts';

/** Every endpoint of the HTTP API. The server and tests use the value; the browser imports only the type. */
export const endpoints = {
  ...connectionEndpoints,
  ...auditEndpoints,
  ...cardEndpoints,
  ...closingEndpoints,
  ...customerEndpoints,
  ...deliveryEndpoints,
  ...disputeEndpoints,
  ...doctorEndpoints,
  ...notificationEndpoints,
  ...operationEndpoints,
  ...eventEndpoints,
  ...overviewEndpoints,
  ...paymentEndpoints,
  ...policyEndpoints,
  ...profileEndpoints,
  ...reportEndpoints,
  ...resendEndpoints,
  ...searchEndpoints,
  ...sessionEndpoints,
  ...simulatorEndpoints,
  ...ssoEndpoints,
  ...statementEndpoints,
  ...systemEndpoints,
  ...teamEndpoints,
  ...transactionEndpoints,
  ...viewEndpoints,
  ...webhookEndpoints,
} as const;
export type Endpoints = typeof endpoints;
