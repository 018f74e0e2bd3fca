import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Transaction } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';

type Step =
  | 'new_device'
  | 'password_changed'
  | 'factor_changed'
  | 'recovery_code_used'
  | 'reset'
  | 'session_ended'
  | 'sessions_ended';

/**
 * Notifies a person of a change to their own sign-in, by anybody. `facts.id`: mark of the session concerned;
 * `left`: recovery codes still unused.
 */
export async function notifySignIn(
  tx: Transaction,
  operatorId: string,
  step: Step,
  facts: { id?: string; left?: number } = {},
): Promise<void> {
  const cause = `sign-in:${randomUUID()}`;
  await raiseNotice(tx, { event: 'sign_in', cause, step, accountId: null, facts, to: [operatorId] });
}

/** Someone who knows the password is trying codes. The person is notified once a day. */
export async function notifyCodesRefused(tx: Transaction, operatorId: string): Promise<void> {
  const day = databaseIso().slice(0, 10);
  const cause = `codes:${operatorId}:${day}`;
  await raiseNotice(tx, {
    event: 'sign_in',
    cause,
    step: 'codes_refused',
    accountId: null,
    to: [operatorId],
  });
}
