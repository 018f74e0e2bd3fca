import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';
import { type Asked, recorder } from '#lib/resends/server/testing/recorder.ts';

export type Simulated = TestSimulator & {
  account: Account;
  /** Requests that the resend routes got. */
  asked: Asked[];
};

/** A simulator, and the account that the product has with it. */
export async function simulated(
  options: Record<string, string | number> = {},
  settings: Record<string, string> = {},
): Promise<Simulated> {
  const simulator = await startTestSimulator({ days: 40, ...options });
  const between = await recorder(simulator.pix.baseUrl);
  await syncAccounts([
    {
      slug: 'pix',
      kind: 'pix',
      environment: 'sandbox',
      simulator: true,
      baseUrl: between.baseUrl,
      credentials: { accessToken: simulator.pix.accessToken },
      settings: { controlUrl: simulator.controlUrl, ...settings },
    },
  ]);
  const account = await accountBySlug('pix');
  if (account === null) throw new Error('The account is not there.');
  return {
    ...simulator,
    account,
    asked: between.asked,
    stop: async () => {
      await between.stop();
      await simulator.stop();
    },
  };
}

/** An operator's call on the account; what it audits is kept. */
export function contextOn(account: Account, permissions: readonly Permission[] = ['read', 'resend']) {
  const audited: Record<string, unknown>[] = [];
  const note = (entry: object) => ({
    operatorId: 'op_test',
    accountId: account.id,
    result: 'ok' as const,
    ...entry,
  });
  const ctx = {
    operator: { id: 'op_test', name: 'Lívia Prates', email: 'livia@example.com', preferences: {} },
    account,
    ...reachFor(portFor(account)),
    permissions: new Set(permissions),
    locale: 'pt-BR',
    request: { id: 'req_test', address: null, userAgent: null },
    audit: async (entry: object) => void audited.push({ ...entry }),
    auditEntry: note,
  } as unknown as Ctx;
  return { ctx, audited };
}
