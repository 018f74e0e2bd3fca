import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { maskingOf } from '#lib/api/masking.ts';
import { chargeSeen } from '#lib/card/server/charges-made-here.ts';
import { chargesFoundAfterAll } from '#lib/card/server/late-charges.ts';
import { maskCharge } from '#lib/card/server/mask-charge.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

/** Document 3, one charge. Masked; with `reveal` in clear, and then the read is in the audit before it leaves. */
export async function getCardCharge({
  ctx,
  id,
  reveal = false,
}: {
  ctx: Ctx;
  id: string;
  reveal?: boolean;
}): Promise<{ charge: CardCharge; asOf: string }> {
  const mask = maskingOf(ctx, reveal);
  const charge = await chargeSeen(ctx, id);
  await chargesFoundAfterAll(ctx.account.id, [charge]);
  const asOf = new Date().toISOString();
  if (mask !== null) return { charge: maskCharge(charge, mask), asOf };
  await ctx.audit({ action: 'card-charge.reveal', target: id });
  return { charge, asOf };
}
