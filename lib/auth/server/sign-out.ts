import 'server-only';
import type { RequestOrigin } from '#lib/api/context.ts';
import { appendAudit, sessionMark } from '#lib/audit/append.ts';
import { endRow } from '#lib/auth/server/session.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';

/** The one way out, whichever address was asked: the row ends, so that no copy of the cookie works any more. */
export function signOut(sessionId: string, { address, userAgent }: RequestOrigin): Promise<void> {
  return writing('people', () =>
    db().transaction(async (tx) => {
      const operatorId = await endRow(tx, sessionId);
      if (operatorId === null) return;
      const session = sessionMark(sessionId);
      const who = { operatorId, accountId: null, address, userAgent, session };
      await appendAudit(tx, { ...who, action: 'sign-out', target: session, result: 'ok' });
    }),
  );
}
