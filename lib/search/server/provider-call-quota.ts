import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';

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
