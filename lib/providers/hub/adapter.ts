import 'server-only';
import { createBudget, limitsFor } from '#lib/http/budget.ts';
import { monitorOf } from '#lib/http/health.ts';
import { createTransport } from '#lib/http/request.ts';
import { reader } from '#lib/providers/client/adapter-deps.ts';
import type { AdapterOptions } from '#lib/providers/client/line.ts';
import { BareLists } from '#lib/providers/envelopes.ts';
import { accountOf } from '#lib/providers/hub/account.ts';
import type { HubDeps } from '#lib/providers/hub/adapter-deps.ts';
import { chargesOf } from '#lib/providers/hub/charges.ts';
import { HubClient, type HubCredential } from '#lib/providers/hub/client.ts';
import { depositsOf } from '#lib/providers/hub/deposits.ts';
import { disputesOf } from '#lib/providers/hub/disputes.ts';
import { hubPaths } from '#lib/providers/hub/paths.ts';
import { transfersOf, withdrawalsOf } from '#lib/providers/hub/payouts.ts';
import { pixKeysOf } from '#lib/providers/hub/pix-keys.ts';
import { receiptOf } from '#lib/providers/hub/receipts.ts';
import { recipientsOf } from '#lib/providers/hub/recipients.ts';
import { refundsOf } from '#lib/providers/hub/refunds.ts';
import { statementOf } from '#lib/providers/hub/statement.ts';
import { callbackSecretOf, webhooksOf } from '#lib/providers/hub/webhooks.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

export type HubAdapterOptions = HubCredential & AdapterOptions;

/** The Hub API (document 2) behind the port. Amounts are whole cents both ways; ids carry their kind. */
export function createHubAdapter(options: HubAdapterOptions): ProviderPort {
  const { account, timeouts, clientId, clientSecret, auth, log, clock } = options;
  const now = clock?.now ?? Date.now;
  const monitor = options.monitor ?? monitorOf(account.id);
  const client = new HubClient({
    account,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    auth,
    transport: options.transport ?? createTransport(timeouts),
    monitor,
    budget: options.budget ?? createBudget(limitsFor(account, clientId), now, { leases: options.leases }),
    log,
    clock,
  });
  const deps: HubDeps = {
    client,
    readable: reader(monitor),
    now,
    bare: new BareLists(),
    paths: hubPaths(now),
  };
  return {
    kind: 'hub',
    scopes: () => client.scopes(),
    missingScopes: () => client.missingScopes(),
    ...accountOf(deps),
    statement: statementOf(deps),
    charges: chargesOf(deps),
    withdrawals: withdrawalsOf(deps),
    transfers: transfersOf(deps),
    deposits: depositsOf(deps),
    refunds: refundsOf(deps),
    receipt: receiptOf(deps),
    ...recipientsOf(deps),
    pixKeys: pixKeysOf(deps),
    disputes: disputesOf(deps),
    webhooks: webhooksOf(deps),
    callbackSecret: callbackSecretOf(deps),
  };
}
