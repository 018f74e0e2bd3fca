import type { PixRoute } from '../types.ts';
import { accountRoutes } from './account-routes.ts';
import { chargeRoutes } from './charge-routes.ts';
import { infractionRoutes } from './infraction-routes.ts';
import { keyRoutes } from './key-routes.ts';
import type { PixParts } from './parts.ts';
import { pendingDepositRoutes } from './pending-deposit-routes.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { refundRoutes } from './refund-routes.ts';
import type { Jobs } from './report-jobs.ts';
import { reportRoutes } from './report-routes.ts';
import { statementRoutes } from './statement-routes.ts';
import { summaryRoutes } from './summary-routes.ts';
import { transactionRoutes } from './transaction-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { withdrawRoutes } from './withdraw-routes.ts';

/** Document 1's endpoints, without those of the deliveries. */
export function pixRoutes(parts: PixParts, jobs: Jobs): PixRoute[] {
  return [
    ...chargeRoutes(parts),
    ...withdrawRoutes(parts),
    ...transferRoutes(parts),
    ...refundRoutes(parts),
    ...keyRoutes(parts),
    ...accountRoutes(parts),
    ...transactionRoutes(parts),
    ...statementRoutes(parts),
    ...pendingDepositRoutes(parts),
    ...reportRoutes(parts, jobs),
    ...summaryRoutes(parts),
    ...infractionRoutes(parts),
    ...receiptRoutes(parts),
  ];
}
