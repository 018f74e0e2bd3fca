import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/errors.ts';
import { maskReference } from '#lib/privacy/mask-text.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { FoundThing } from '#lib/search/contract.ts';
import type { ProviderCallQuota } from '#lib/search/server/provider-call-quota.ts';
import type { Reading } from '#lib/transactions/paste.ts';

export const MOST_PER_ACCOUNT = 5;

export type PaymentPage = 'charges' | 'withdrawals' | 'transfers';
export type FoundPayment =
  | { page: 'transactions'; payment: Transaction }
  | { page: PaymentPage; payment: Payment };
export type Thing = Omit<FoundThing, 'account' | 'accountName'>;
export type Found = { payments: FoundPayment[]; things: Thing[] };
export const NOTHING: Found = { payments: [], things: [] };

/** The typed text in every sensible reading, the calls it may cost, and whether people may be looked for. */
export type Sought = {
  text: string;
  readings: readonly Reading[];
  quota: ProviderCallQuota;
  people: boolean;
};

export const isNothing = ({ payments, things }: Found) => payments.length === 0 && things.length === 0;

/** Tells if an address has this text in it, as who looks for it may see it: a mask is not undone by asking for its parts. */
export function hasInIt({ permissions }: Pick<Ctx, 'permissions'>, url: string, text: string): boolean {
  const shown = permissions.has('reveal') ? url : maskReference(url);
  return shown.toLowerCase().includes(text.toLowerCase());
}

/** Not there, or not an id that this route knows. */
export function noneWhenUnknown(thrown: unknown): null {
  const unknown = ['not_found', 'invalid_request', 'not_supported', 'provider_rejected'];
  if (thrown instanceof GuicheError && unknown.includes(thrown.code)) return null;
  throw thrown;
}
