import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskReference } from '#lib/core/masking/mask-text.ts';
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

const MINUTE_MS = 60_000;

/** Calls of one search: what is likeliest is asked first, the rest not at all. */
const MOST_A_SEARCH: Record<Account['kind'], number> = { pix: 5, hub: 6, card: 3 };

/** Calls of all searches in a minute: a tenth of an account's budget, and of a provider's sandbox a fifth. */
const MOST_A_MINUTE = 60;

const MOST_IN_A_SANDBOX = 12;

const processState = globalThis as { guicheSearchCalls?: Map<string, number[]> };

/** Calls that searching may spend on an account's provider: this one, and all searches of a minute (per process). */
export class ProviderCallQuota {
  readonly #account: Account;
  readonly #now: () => number;
  #left: number;
  /** The minute's share is used up: something was not asked. */
  limited = false;

  constructor(account: Account, now: () => number = Date.now) {
    this.#account = account;
    this.#now = now;
    this.#left = MOST_A_SEARCH[account.kind];
  }

  /** Makes one call, or none: then `none` stands for its answer. */
  async spend<T>(none: T, call: () => Promise<T>): Promise<T> {
    return this.#take() ? call() : none;
  }

  #take(): boolean {
    if (this.#left < 1) return false;
    processState.guicheSearchCalls ??= new Map();
    const { id, simulator, environment } = this.#account;
    const now = this.#now();
    const recent = (processState.guicheSearchCalls.get(id) ?? []).filter((at) => now - at < MINUTE_MS);
    const most = environment === 'sandbox' && !simulator ? MOST_IN_A_SANDBOX : MOST_A_MINUTE;
    this.limited = recent.length >= most;
    if (!this.limited) {
      this.#left -= 1;
      recent.push(now);
    }
    processState.guicheSearchCalls.set(id, recent);
    return !this.limited;
  }
}

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
