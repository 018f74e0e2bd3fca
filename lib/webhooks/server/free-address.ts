import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { db, type Transaction } from '#lib/db/client.ts';
import { lockNamed } from '#lib/db/named-lock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { isOpen, OPEN_STATES } from '#lib/operations/rules.ts';
import { moved } from '#lib/operations/server/since-read.ts';
import { editWebhook } from '#lib/webhooks/server/edit-operation.ts';
import { registerWebhook } from '#lib/webhooks/server/register-operation.ts';
import { urlLabel } from '#lib/webhooks/server/same-url.ts';

/** Kinds that give an address to a webhook; their intent names it. */
const GIVING = [registerWebhook.name, editWebhook.name];

type Operation = { id: string; state: string };
type Before = { accountId: string; label: string; given: ReadonlySet<string> };

/** Operations that gave a webhook this address before the provider's list is read. */
export async function givenBefore(accountId: string, url: string): Promise<Before> {
  const label = urlLabel(url);
  const given = await ofAddress(db(), { accountId, label });
  return { accountId, label, given: new Set(given.flatMap((one) => (isOpen(one.state) ? [] : [one.id]))) };
}

/**
 * In the transaction of the intent: refuses the address where another operation is giving it, or gave it since the
 * list was read. A lock puts those that ask at once in order.
 */
export const freeSince =
  ({ accountId, label, given }: Before) =>
  async (tx: Transaction, id: string): Promise<void> => {
    await lockNamed(tx, `webhook address ${accountId} ${label}`);
    const now = await ofAddress(tx, { accountId, label }, id);
    const other = now.find((one) => !given.has(one.id));
    if (other !== undefined) throw moved('Another one was given this address meanwhile.', other);
  };

/** Those that are open, or ended well: one that was refused gave nothing. */
function ofAddress(
  tx: Pick<Transaction, 'select'>,
  { accountId, label }: Pick<Before, 'accountId' | 'label'>,
  except = '',
): Promise<Operation[]> {
  const { id, state, kind, intent } = operations;
  return tx
    .select({ id, state })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        inArray(kind, GIVING),
        sql`${intent}->>'url' = ${label}`,
        inArray(state, [...OPEN_STATES, 'confirmed']),
        ne(id, except),
      ),
    );
}
