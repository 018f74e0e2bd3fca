import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { readEndToEndId } from '#lib/end-to-end-id.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call } from '#lib/providers/port.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';

const PAGES = ['charges', 'withdrawals', 'transfers'] as const;
type Page = (typeof PAGES)[number];
export type FoundPayment = { page: Page; payment: Payment };

const KIND_PAGES: Record<string, Page> = {
  payment: 'charges',
  deposit: 'charges',
  withdraw: 'withdrawals',
  transfer: 'transfers',
};
const OPAQUE_ID = /^[0-9A-Za-z_-]{8,128}$/;

/**
 * Looks a text up on an account without a list of transactions (document 2): by id on every page of money, by the
 * account's own reference, and in the provider's free text of charges (id, payer's name or document).
 */
export async function findPayments(ctx: Ctx, typed: string, most: number): Promise<FoundPayment[]> {
  const text = typed.trim();
  const call: Call = { priority: 'operator', ...(ctx.signal === undefined ? {} : { signal: ctx.signal }) };
  const capabilities = capabilitiesOf(ctx.account);
  const has = (page: Page) => capabilities.includes(`${page}-list`);
  const byId = await Promise.all(
    pagesFor(text)
      .filter(has)
      .map(async (page) => ({ page, payment: await oneById(ctx, page, text, call) })),
  );
  const found = byId.flatMap(({ page, payment }) => (payment === null ? [] : [{ page, payment }]));
  if (found.length > 0 || !has('charges')) return found;
  return (await amongCharges(ctx, text, most, call)).map((payment) => ({
    page: 'charges' as const,
    payment,
  }));
}

/** An id that carries its kind belongs to one page; a bare one may be any page's. */
function pagesFor(text: string): readonly Page[] {
  const [, kind = ''] = /^([a-z]+):.+$/.exec(text) ?? [];
  const own = KIND_PAGES[kind];
  if (own !== undefined) return [own];
  return OPAQUE_ID.test(text) && readEndToEndId(text) === null ? PAGES : [];
}

async function oneById({ port }: Ctx, page: Page, id: string, call: Call): Promise<Payment | null> {
  return (await port[page]?.find({ id }, call).catch(noneWhenUnknown)) ?? null;
}

async function amongCharges({ port }: Ctx, text: string, most: number, call: Call): Promise<Payment[]> {
  const { charges } = port;
  if (charges === undefined) return [];
  const page = { limit: most, position: null };
  const own = text.length <= 64 ? await charges.list({ clientReference: text }, page, call) : null;
  if (own !== null && own.items.length > 0) return own.items;
  return text.length < 3 ? [] : (await charges.list({ search: text }, page, call)).items;
}

/** Not there, or not an id that this page's service knows. */
function noneWhenUnknown(thrown: unknown): null {
  const unknown = ['not_found', 'invalid_request', 'not_supported', 'provider_rejected'];
  if (thrown instanceof GuicheError && unknown.includes(thrown.code)) return null;
  throw thrown;
}
