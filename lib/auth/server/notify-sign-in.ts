import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Transaction } from '#lib/data/client.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';

type Step =
  | 'new_device'
  | 'password_changed'
  | 'factor_changed'
  | 'recovery_code_used'
  | 'codes_refused'
  | 'reset'
  | 'session_ended'
  | 'sessions_ended';

/**
 * Notifies a person of a change to their own sign-in, by anybody. `facts.id`: mark of the session concerned;
 * `left`: recovery codes still unused. `cause`: one of it is notified once; by default each time.
 */
export async function notifySignIn(
  tx: Transaction,
  operatorId: string,
  step: Step,
  facts: { id?: string; left?: number } = {},
  cause = `sign-in:${randomUUID()}`,
): Promise<void> {
  await raiseNotice(tx, { event: 'sign_in', cause, step, accountId: null, facts, to: [operatorId] });
}
