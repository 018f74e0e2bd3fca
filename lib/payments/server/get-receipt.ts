import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { operatorCall, part } from '#lib/payments/server/payments-of.ts';

type Kind = 'charge' | 'withdrawal';

/**
 * The provider's receipt of a payment, as a file to keep. It stands there in clear as the provider made it, so that
 * who took it is in the audit before it leaves.
 */
export async function getReceipt({
  ctx,
  id,
  query,
}: {
  ctx: Ctx;
  id: string;
  query: { of?: Kind | undefined };
}): Promise<Response> {
  const receipt = part(ctx.port, 'receipt');
  const kind = query.of ?? kindOfId(id) ?? (await kindOf(ctx, id));
  const { bytes, mimeType } = await receipt(kind, id, operatorCall(ctx));
  await ctx.audit({ action: 'transaction.receipt', target: id });
  const name = `receipt-${id.replace(/[^\w-]+/g, '-')}.pdf`;
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mimeType,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}

/** The Hub's ids say what they are. */
function kindOfId(id: string): Kind | null {
  if (/^(?:payment|deposit):/.test(id)) return 'charge';
  return /^(?:withdraw|transfer):/.test(id) ? 'withdrawal' : null;
}

async function kindOf(ctx: Ctx, id: string): Promise<Kind> {
  const detail = await ctx.port.transactions?.get(id, operatorCall(ctx));
  return detail?.transaction.type === 'WITHDRAW' ? 'withdrawal' : 'charge';
}
