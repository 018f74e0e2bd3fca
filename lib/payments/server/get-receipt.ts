import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import type { ProviderFile } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import { wordMap } from '#lib/word-map.ts';

type Kind = 'charge' | 'withdrawal' | 'transfer';

const KINDS = wordMap<Kind>({
  payment: 'charge',
  deposit: 'charge',
  withdraw: 'withdrawal',
  transfer: 'transfer',
});

/**
 * The provider's receipt of a payment, as a file to keep. It stands there in clear as the provider made it, so that
 * who took it is in the audit before it leaves.
 */
export async function getReceipt({
  ctx,
  id,
  query,
}: Args<'GET /transactions/{id}/receipt'>): Promise<Response> {
  const kind = kindOfId(id) ?? query.of ?? (await kindOf(ctx, id));
  const { bytes, mimeType } = await read(ctx, kind, id);
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

async function read(ctx: Ctx, kind: Kind, id: string): Promise<ProviderFile> {
  if (kind !== 'transfer') return ctx.part('receipt')(kind, id, ctx.call);
  return partOf(ctx.part('transfers'), 'receipt')(id, ctx.call);
}

/** The Hub's ids say what they are. */
function kindOfId(id: string): Kind | null {
  const [, kind = ''] = /^([a-z]+):./.exec(id) ?? [];
  return KINDS[kind] ?? null;
}

async function kindOf(ctx: Ctx, id: string): Promise<Kind> {
  const detail = await ctx.port.transactions?.get(id, ctx.call);
  const { type = null, way } = detail?.transaction ?? {};
  return type === 'WITHDRAW' || way === 'out' ? 'withdrawal' : 'charge';
}
