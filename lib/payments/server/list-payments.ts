import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { instantsOf, invalidField, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { present } from '#lib/api/present.ts';
import { toldBy } from '#lib/api/reading.ts';
import { GuicheError } from '#lib/errors.ts';
import { foundAfterAll } from '#lib/operations/server/late.ts';
import type { MadeHere } from '#lib/operations/server/made-here.ts';
import { requestersOf } from '#lib/operations/server/requesters.ts';
import { PaymentList, type PaymentQuery } from '#lib/payments/contract.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { paymentsMadeHere } from '#lib/payments/server/made-here.ts';
import type { Payment } from '#lib/providers/money-records.ts';

type Listed = 'charges' | 'withdrawals' | 'transfers';

/**
 * One page of a kind of payment, newest first, personal data masked (people's names only for roles without `reveal`).
 * The cursor holds for this account, list and filters; `total` is the first page's, where the provider counts.
 */
export async function listPayments(ctx: Ctx, what: Listed, query: PaymentQuery): Promise<PaymentList> {
  const { limit, cursor, from, to, ...rest } = query;
  await requireRevealFor(ctx, { search: rest.search }, { clientReference: rest.clientReference });
  const payments = ctx.part(what);
  // Document 2 searches charges only; document 1 nothing.
  if (rest.search !== undefined && (ctx.port.kind !== 'hub' || what !== 'charges'))
    throw invalidField('search', 'not_supported');
  const filter = { ...rest, ...instantsOf({ from, to }) };
  const scope = listScope(`GET /${what}`, ctx.account.id, filter);
  const position = cursor === undefined ? null : openCursor(scope, cursor);
  const asked = { what, filter, scope, limit };
  if (isHere(position)) return listedHere(ctx, asked, position.here);
  const page = await payments.list(filter, { limit, position }, ctx.call).catch((error: unknown) => {
    if (error instanceof GuicheError && error.code === 'not_supported') return null;
    throw error;
  });
  if (page === null) return listedHere(ctx, asked, null);
  await foundAfterAll(ctx.account.id, page.items);
  return present(ctx, PaymentList, {
    items: await rowsOf(ctx, what, page.items),
    nextCursor: page.next === null ? null : sealCursor(scope, page.next),
    total: page.total,
    asOf: page.asOf,
    listed: true,
    ...toldBy(page),
  });
}

async function rowsOf(ctx: Ctx, what: Listed, payments: readonly Payment[]): Promise<PaymentList['items']> {
  const references = payments.map(({ clientReference }) => clientReference);
  const asked = await requestersOf(ctx.account.id, KINDS_OF[what], references);
  return payments.map((payment) => ({
    ...payment,
    requestedBy: asked.get(payment.clientReference ?? '') ?? null,
  }));
}

type Asked = {
  what: Listed;
  filter: Pick<PaymentQuery, 'from' | 'to' | 'status' | 'clientReference' | 'search'>;
  scope: string;
  limit: number;
};
type Here = { here: MadeHere };
const isHere = (position: unknown): position is Here =>
  typeof position === 'object' && position !== null && 'here' in position;

/** Where the service answers no such list. A status is the one of the first answer: nothing is filtered by it. */
async function listedHere(
  ctx: Ctx,
  { what, filter, scope, limit }: Asked,
  after: MadeHere | null,
): Promise<PaymentList> {
  for (const field of ['status', 'search'] as const)
    if (filter[field] !== undefined) throw invalidField(field, 'not_supported');
  const { items, next } = await paymentsMadeHere(ctx.account.id, what, filter, { limit, after });
  return present(ctx, PaymentList, {
    items: await rowsOf(ctx, what, items),
    nextCursor: next === null ? null : sealCursor(scope, { here: next } satisfies Here),
    total: null,
    asOf: new Date().toISOString(),
    listed: false,
  });
}
