import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { qrPng } from '#lib/core/pix/qr-png.ts';
import { readPayment } from '#lib/payments/server/list-payments.ts';
import type { ProviderFile } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

/** A charge's code as an image: the provider's (document 1), else drawn from the code's text. */
export async function getQrCode({ ctx, id }: { ctx: Ctx; id: string }): Promise<Response> {
  return fileAnswer((await providerImage(ctx, id)) ?? (await localImage(ctx, id)));
}

const fileAnswer = ({ bytes, mimeType }: ProviderFile, headers = {}) =>
  new Response(new Uint8Array(bytes), {
    headers: { 'content-type': mimeType, ...headers, 'cache-control': 'private, no-store' },
  });

/** The provider's image. Null where Guichê may draw one; refusals of the account and failures are thrown. */
async function providerImage(ctx: Ctx, id: string): Promise<ProviderFile | null> {
  const charges = ctx.part('charges');
  try {
    return (await charges.qrCode?.(id, ctx.call)) ?? null;
  } catch (error) {
    const code = error instanceof GuicheError ? error.code : null;
    if (code === 'not_found' || code === 'provider_rejected' || code === 'not_supported') return null;
    throw error;
  }
}

async function localImage(ctx: Ctx, id: string): Promise<ProviderFile> {
  const { qrCodeText } = await readPayment(ctx, 'charges', { id });
  if (qrCodeText === null || qrCodeText === '')
    throw new GuicheError('not_found', 'This charge shows no code any more.');
  return { bytes: qrPng(qrCodeText), mimeType: 'image/png' };
}

type Kind = 'charge' | 'withdrawal' | 'transfer';

const KINDS = lookupTable<Kind>({
  payment: 'charge',
  deposit: 'charge',
  withdraw: 'withdrawal',
  transfer: 'transfer',
});

/** The provider's receipt of a payment. It is unmasked, so the download is audited before it leaves. */
export async function getReceipt({ ctx, id, query }: Args<'GET /transactions/{id}/receipt'>) {
  // A Hub id starts with its kind.
  const [, prefix = ''] = /^([a-z]+):./.exec(id) ?? [];
  const kind = KINDS[prefix] ?? query.of ?? (await kindOf(ctx, id));
  const file =
    kind === 'transfer'
      ? await partOf(ctx.part('transfers'), 'receipt')(id, ctx.call)
      : await ctx.part('receipt')(kind, id, ctx.call);
  await ctx.audit({ action: 'transaction.receipt', target: id });
  const name = `receipt-${id.replace(/[^\w-]+/g, '-')}.pdf`;
  return fileAnswer(file, { 'content-disposition': `attachment; filename="${name}"` });
}

async function kindOf(ctx: Ctx, id: string): Promise<Kind> {
  const detail = await ctx.port.transactions?.get(id, ctx.call);
  const { type = null, way } = detail?.transaction ?? {};
  return type === 'WITHDRAW' || way === 'out' ? 'withdrawal' : 'charge';
}
