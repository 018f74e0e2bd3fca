import { accountRoutes } from './account-routes.ts';
import { destinationRoutes } from './destination-routes.ts';
import { infractionRoutes } from './infraction-routes.ts';
import { keyRoutes } from './key-routes.ts';
import type { HubParts, HubRoute } from './parts.ts';
import { paymentRoutes } from './payment-routes.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { refundRoutes } from './refund-routes.ts';
import { statementRoutes } from './statement-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { callbackSecretRoutes, webhookRoutes } from './webhook-routes.ts';
import { withdrawRoutes } from './withdraw-routes.ts';

/** Document 2's endpoints, and others with names from elsewhere; POST /oauth/token is separate. */
export function hubRoutes(parts: HubParts): HubRoute[] {
  return [
    ...paymentRoutes(parts),
    ...refundRoutes(parts),
    ...withdrawRoutes(parts),
    ...destinationRoutes(parts),
    ...transferRoutes(parts),
    ...keyRoutes(parts),
    ...accountRoutes(parts),
    ...statementRoutes(parts),
    ...infractionRoutes(parts),
    ...webhookRoutes(parts),
    ...callbackSecretRoutes(parts),
    ...receiptRoutes(parts),
  ];
}
