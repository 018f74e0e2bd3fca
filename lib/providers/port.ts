import type { Balance, Profile, Summary, Transaction, TransactionDetail } from '#lib/providers/records.ts';

/** What travels with every call to a provider. */
export type Call = {
  signal?: AbortSignal;
  /** Operators go first; background work gets at most 30 % of an account's budget. */
  priority?: 'operator' | 'background';
  /** `export` gives a page 30 s instead of 10 s. */
  purpose?: 'page' | 'export';
};

/** Instants are ISO 8601 UTC; `to` is exclusive. Amount is cents. Lists are sent as the provider takes them. */
export type TransactionFilter = {
  from?: string | undefined;
  to?: string | undefined;
  status?: readonly string[] | undefined;
  type?: readonly string[] | undefined;
  method?: readonly string[] | undefined;
  clientReference?: string | undefined;
  virtualAccount?: string | undefined;
  endToEndId?: string | undefined;
  document?: string | undefined;
  name?: string | undefined;
  amount?: number | undefined;
};

/** `next` is opaque, JSON-serialisable and only for the same filter; null at the end. `total` may be unknown. */
export type Page<T> = { items: T[]; next: unknown; total: number | null; asOf: string };

/** A missing member is a missing capability: a page cannot offer what does not exist. */
export type ProviderPort = {
  readonly kind: 'pix' | 'hub' | 'card';
  balance?(call: Call): Promise<Balance>;
  profile?(call: Call): Promise<Profile>;
  transactions?: {
    list(
      filter: TransactionFilter,
      page: { limit: number; position: unknown },
      call: Call,
    ): Promise<Page<Transaction>>;
    get(id: string, call: Call): Promise<TransactionDetail>;
  };
  /** Null where the account's service has no such route. */
  summary?(period: { from: string; to: string; byDay: boolean }, call: Call): Promise<Summary | null>;
};
