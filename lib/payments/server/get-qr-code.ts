import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/errors.ts';
import { readPayment } from '#lib/payments/server/get-payment.ts';
import { qrPng } from '#lib/pix/qr-png.ts';
import type { ProviderFile } from '#lib/providers/port.ts';

/** A charge's code as an image: the provider's, where it draws one (document 1), else drawn from the code's text. */
export async function getQrCode({ ctx, id }: { ctx: Ctx; id: string }): Promise<Response> {
  const { bytes, mimeType } = (await drawnThere(ctx, id)) ?? (await drawnHere(ctx, id));
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': mimeType, 'cache-control': 'private, no-store' },
  });
}

/** Null where another drawing may still be had: not where the account itself is refused, or nobody answers. */
async function drawnThere(ctx: Ctx, id: string): Promise<ProviderFile | null> {
  const charges = ctx.part('charges');
  if (charges.qrCode === undefined) return null;
  try {
    return await charges.qrCode(id, ctx.call);
  } catch (error) {
    const code = error instanceof GuicheError ? error.code : null;
    if (code === 'not_found' || code === 'provider_rejected' || code === 'not_supported') return null;
    throw error;
  }
}

async function drawnHere(ctx: Ctx, id: string): Promise<ProviderFile> {
  const { qrCodeText } = await readPayment(ctx, 'charges', { id });
  if (qrCodeText === null || qrCodeText === '')
    throw new GuicheError('not_found', 'This charge shows no code any more.');
  return { bytes: qrPng(qrCodeText), mimeType: 'image/png' };
}
