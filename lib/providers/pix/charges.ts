import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { fileIn, fileInBase64 } from '#lib/providers/files.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { readImage } from '#lib/providers/pix/map-payments.ts';
import {
  brl,
  found,
  jsonBody,
  listPayments,
  lookUpQuery,
  toPaymentOutcome,
} from '#lib/providers/pix/payments.ts';
import type { PixDeps } from '#lib/providers/pix/transactions.ts';
import type { Call, Outcome, ProviderFile, ProviderPort } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

const IMAGES = ['image/png', 'image/jpeg'] as const;
const KEYS = ['id', 'clientReference', 'endToEndId'] as const;
/** Excludes deposits from another account of the service: they are transfers. */
const CHARGES = { type: ['DEPOSIT'], keeps: ({ method }: Transaction) => method !== 'INTERNAL_TRANSFER' };

/** If the answer has no type, the route determines it. */
function chargeOf(payment: Payment): Payment {
  if (payment.type !== null || payment.way === 'out') return payment;
  const { way: _, ...rest } = payment;
  return { ...rest, type: 'DEPOSIT' };
}

const asCharge = (outcome: Outcome<Payment>): Outcome<Payment> =>
  outcome.kind === 'done' ? { ...outcome, value: chargeOf(outcome.value) } : outcome;

/** Document 1, Pix Operations: charges. They have no `description`. */
export function chargesOf(deps: PixDeps): NonNullable<ProviderPort['charges']> {
  const { client } = deps;
  return {
    async create({ amount, payer, expiresInSeconds, ...charge }, change) {
      const body = jsonBody({
        amount: brl(amount),
        callbackUrl: charge.callbackUrl,
        generatedName: payer?.name,
        generatedEmail: payer?.email,
        generatedDocument: payer?.document === undefined ? undefined : normalizeDocument(payer.document),
        expiresIn: expiresInSeconds,
        clientReference: charge.clientReference,
        virtualAccount: charge.virtualAccount,
      });
      return asCharge(await toPaymentOutcome(deps, await client.change('POST', '/pix', body, change)));
    },
    async find(by, call) {
      const one = await found(deps, client.read('/pix', lookUpQuery(by, KEYS), call, { thing: true }), by);
      return one === null ? null : chargeOf(one);
    },
    list: (filter, page, call) => listPayments(deps, CHARGES, filter, page, call),
    qrCode: (id, call) => imageOf(deps, id, call),
  };
}

/** The service's image of a charge's code: from its own route, else from the answer of GET /pix. */
async function imageOf(deps: AdapterDeps, id: string, call: Call): Promise<ProviderFile> {
  const { client, readable } = deps;
  try {
    const path = `/pix/qr-code/${segment(id)}`;
    const { bytes } = await client.readFile(path, {}, call, { thing: true });
    return readable(() => fileIn(bytes, IMAGES));
  } catch (error) {
    const carried = mayBeCarried(error) ? await carriedImage(deps, id, call) : null;
    if (carried === null) throw error;
    return carried;
  }
}

/**
 * Whether GET /pix may have the image: not if the error is about this very charge, or the provider cannot be
 * asked at all.
 */
function mayBeCarried(error: unknown): boolean {
  const status = statusOf(error);
  const code = error instanceof GuicheError ? (error.details.provider?.code ?? null) : null;
  if (status === 400 || status === 404) return code === null || !/^PZ[KC]/.test(code);
  return status === 405 || status === 406 || status === 200;
}

async function carriedImage(
  { client, readable }: AdapterDeps,
  id: string,
  call: Call,
): Promise<ProviderFile | null> {
  try {
    const { json } = await client.read('/pix', { id }, call, { thing: true });
    const image = readable(() => readImage(json));
    return image === null ? null : fileInBase64(image, IMAGES);
  } catch (error) {
    if (error instanceof GuicheError || error instanceof UnreadableAnswer) return null;
    throw error;
  }
}
