import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskReference } from '#lib/core/masking/mask-forms.ts';
import { CallBudget } from '#lib/data/rate-limit/calls.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { FoundThing } from '#lib/search/contract.ts';
import type { Reading } from '#lib/transactions/paste.ts';

export const MOST_PER_ACCOUNT = 5;

export type PaymentPage = 'charges' | 'withdrawals' | 'transfers';
export type FoundPayment =
  | { page: 'transactions'; payment: Transaction }
  | { page: PaymentPage; payment: Payment };
export type Thing = Omit<FoundThing, 'account' | 'accountName'>;
export type Found = { payments: FoundPayment[]; things: Thing[] };
export const NOTHING: Found = { payments: [], things: [] };

type ThingFacts = {
  name?: string | null;
  word?: string | null;
  amount?: number | null;
  at: Date | string | null;
};

/** A finding. Without a name it is named by its id. */
export const thing = (
  page: Thing['page'],
  id: string,
  { name, word = null, amount = null, at }: ThingFacts,
): Thing => ({ page, id, name: name ?? id, word, amount, at: at instanceof Date ? at.toISOString() : at });

/** Maximum provider calls of one search. The likeliest ones come first, the rest is skipped. */
const MOST_A_SEARCH: Record<Account['kind'], number> = { pix: 5, hub: 6, card: 3 };

/** Maximum calls of all searches per minute: a tenth of an account's budget, in a sandbox a fifth. */
const MOST_A_MINUTE = 60;

const MOST_IN_A_SANDBOX = 12;

/** Provider calls that searching may use on an account: per search, and per minute of all processes. */
export class ProviderCallQuota {
  readonly #minute: CallBudget;
  #remaining: number;
  /** The minute's quota is used up, so some calls were skipped. */
  limited = false;

  constructor({ id, kind, simulator, environment }: Account) {
    const perMinute = environment === 'sandbox' && !simulator ? MOST_IN_A_SANDBOX : MOST_A_MINUTE;
    this.#minute = new CallBudget(`${id} search`, { perMinute, perDay: null, adaptive: false });
    this.#remaining = MOST_A_SEARCH[kind];
  }

  /** Makes the call, or returns `none` if the quota is used up. */
  async spend<T>(none: T, call: () => Promise<T>): Promise<T> {
    if (this.#remaining < 1) return none;
    this.#remaining -= 1;
    const { ok } = await this.#minute.take('operator');
    this.limited ||= !ok;
    return ok ? call() : none;
  }
}

/** The typed text with its readings, the call quota, and whether people may be searched. */
export type SearchRequest = {
  text: string;
  readings: readonly Reading[];
  quota: ProviderCallQuota;
  people: boolean;
};

export const isNothing = ({ payments, things }: Found) => payments.length === 0 && things.length === 0;

/** Whether the address, as masked for this operator, contains the text. */
export function containsVisibly({ permissions }: Pick<Ctx, 'permissions'>, url: string, text: string) {
  const shown = permissions.has('reveal') ? url : maskReference(url);
  return shown.toLowerCase().includes(text.toLowerCase());
}

/** Returns null for a record that does not exist or an id the route does not accept. Throws other errors. */
export function nullWhenUnknown(thrown: unknown): null {
  const unknown = ['not_found', 'invalid_request', 'not_supported', 'provider_rejected'];
  if (thrown instanceof GuicheError && unknown.includes(thrown.code)) return null;
  throw thrown;
}
