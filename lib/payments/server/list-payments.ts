import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { instantsOf, invalidField, listScope } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { toldBy } from '#lib/api/reading.ts';
import { maskPayment } from '#lib/mask-payment.ts';
import { foundAfterAll } from '#lib/operations/server/late.ts';
import type { PaymentList, PaymentQuery } from '#lib/payments/contract.ts';
import { operatorCall, part } from '#lib/payments/server/payments-of.ts';

type Listed = 'charges' | 'withdrawals' | 'transfers';

/**
 * One page of a kind of payment, newest first, personal data masked (people's names only for roles without `reveal`).
 * The cursor holds for this account, list and filters; `total` is the first page's, where the provider counts.
 */
export async function listPayments(ctx: Ctx, what: Listed, query: PaymentQuery): Promise<PaymentList> {
  const { limit, cursor, from, to, ...rest } = query;
  await requireRevealFor(ctx, { search: rest.search }, { clientReference: rest.clientReference });
  const payments = part(ctx.port, what);
  // Document 2 searches charges only; document 1 nothing.
  if (rest.search !== undefined && (ctx.port.kind !== 'hub' || what !== 'charges'))
    throw invalidField('search', 'not_supported');
  const filter = { ...rest, ...instantsOf({ from, to }) };
  const scope = listScope(`GET /${what}`, ctx.account.id, filter);
  const position = cursor === undefined ? null : openCursor(scope, cursor);
  const page = await payments.list(filter, { limit, position }, operatorCall(ctx));
  await foundAfterAll(ctx.account.id, page.items);
  const names = ctx.permissions.has('reveal');
  return {
    items: page.items.map((item) => maskPayment(item, { names })),
    nextCursor: page.next === null ? null : sealCursor(scope, page.next),
    total: page.total,
    asOf: page.asOf,
    ...toldBy(page),
  };
}
