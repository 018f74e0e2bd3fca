import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import type { AuditNote } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { RESEND_REQUEST } from '#lib/resends/server/request-operation.ts';
import { type RecordedRequest, recorder } from '#lib/resends/server/testing/recorder.ts';

export type Simulated = TestSimulator & {
  account: Account;
  /** Requests that the resend routes received. */
  resendRequests: RecordedRequest[];
};

/** A simulator, and the account of the product at it. */
export async function simulated(
  options: Record<string, string | number> = {},
  settings: Record<string, string> = {},
): Promise<Simulated> {
  registerOperationKinds([RESEND_REQUEST]);
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
    resendRequests: between.requests,
    stop: async () => {
      await between.stop();
      await simulator.stop();
    },
  };
}

/** An operator's call on the account; its audit notes are collected in `audited`. */
export function contextOn(account: Account, permissions: readonly Permission[] = ['read', 'resend']) {
  const audited: AuditNote[] = [];
  const audit = async (note: AuditNote) => void audited.push(note);
  const operator = { id: 'op_test', name: 'Lívia Prates', email: 'livia@example.com' };
  return { ctx: callContext(account, operator, permissions, { audit }), audited };
}
