import type { GuicheError } from '#lib/api/errors.ts';
import type {
  Balance,
  CallbackRecord,
  Defense,
  Infraction,
  InfractionDetail,
  OwnershipCheck,
  Profile,
  ResendAnswer,
  Summary,
  Transaction,
  TransactionDetail,
  Webhook,
} from '#lib/providers/records.ts';
import type { Secret } from '#lib/secret.ts';

/** What travels with every call to a provider. */
export type Call = {
  signal?: AbortSignal;
  /** Operators go first; background work gets at most 30 % of an account's budget. */
  priority?: 'operator' | 'background';
  /** Asks what became of an operation: may try an open circuit early. */
  urgent?: boolean;
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

/**
 * What travels with a call that changes something. `sending` runs when nothing of ours holds the call back any more
 * and before its first byte leaves: the caller writes down that it is sent. When it throws, nothing is sent.
 */
export type Change = Call & { sending: () => Promise<void> };

/**
 * How a changing call ended. `done`: the provider holds it. `refused`: it answered that it does not (`error` says
 * why; a 4xx, or nothing ever left: `sent` false). `unknown`: bytes left and no readable end came (time-out, reset,
 * 424, 5xx, unreadable answer): it may have been applied. `date` is the provider's own clock, where its answer had one.
 */
export type Outcome<T> =
  | { kind: 'done'; value: T; requestId: string | null; date: string | null }
  | { kind: 'refused'; error: GuicheError; sent: boolean }
  | { kind: 'unknown'; error: GuicheError };

/** Pages by number, from 1. `total` and `more` as far as the provider says. */
export type NumberedPage<T> = { items: T[]; more: boolean; total: number | null; asOf: string };

/** A file of a defense, as it is sent. */
export type UploadFile = { name: string; mimeType: string; bytes: Uint8Array };

/** What the account's service takes as a defense is learnt from its answers and kept by the caller (`form`). */
export type DefenseForm = 'multipart' | 'json';

/** Instants are ISO 8601 UTC, both inclusive. Lists empty or absent: all. */
export type ResendFilter = {
  from: string;
  to: string;
  transactionIds?: readonly string[];
  types?: readonly string[];
  status?: readonly string[];
  /** Only for `registered`: absent means all active ones. */
  webhookIds?: readonly string[];
};

export type CallbackFilter = {
  /** Instants ISO 8601 UTC, inclusive; sent where given, and ignored by services that do not know them. */
  from?: string | undefined;
  to?: string | undefined;
  transactionId?: string | undefined;
};

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
  disputes?: {
    /** `limit` at most 100. */
    list(page: { page: number; limit: number }, call: Call): Promise<NumberedPage<Infraction>>;
    get(id: string, call: Call): Promise<InfractionDetail>;
    /** Null where the account may not read them (403, 404, 405). */
    defenses(id: string, call: Call): Promise<Defense[] | null>;
    /** One defense, at most one request unless the service proved that it did not read the first form (415). */
    defend?(
      id: string,
      defense: { text: string; files: readonly UploadFile[]; form: DefenseForm | null },
      change: Change,
    ): Promise<Outcome<{ defense: Defense; form: DefenseForm }>>;
  };
  webhooks?: {
    /** Null where the service has no such route (404, 405): only what was registered here is known then. */
    list(call: Call): Promise<Webhook[] | null>;
    get(id: string, call: Call): Promise<Webhook | null>;
    register(
      webhook: { url: string; events: readonly string[]; generateSecret: boolean },
      change: Change,
    ): Promise<Outcome<{ webhook: Webhook; secret: Secret | null }>>;
    edit(
      id: string,
      patch: { url?: string; events?: readonly string[]; active?: boolean },
      change: Change,
    ): Promise<Outcome<Webhook>>;
    remove(id: string, change: Change): Promise<Outcome<null>>;
    rotateSecret?(id: string, change: Change): Promise<Outcome<Secret>>;
  };
  callbackSecret?: {
    /** 409 where one exists: rotate it. */
    create(change: Change): Promise<Outcome<Secret>>;
    rotate(change: Change): Promise<Outcome<Secret>>;
  };
  /** Only where the account's service checks ownership (document 3). */
  ownership?: {
    get(webhookId: string, call: Call): Promise<OwnershipCheck>;
    run(webhookId: string, change: Change): Promise<Outcome<OwnershipCheck>>;
  };
  deliveries?: {
    /** Newest first; `limit` at most 100. */
    list(
      filter: CallbackFilter,
      page: { page: number; limit: number },
      call: Call,
    ): Promise<NumberedPage<CallbackRecord>>;
    get(id: string, call: Call): Promise<{ delivery: CallbackRecord; raw: unknown; asOf: string }>;
  };
  resends?: {
    transaction(id: string, change: Change): Promise<Outcome<ResendAnswer>>;
    byFilter(filter: ResendFilter, change: Change): Promise<Outcome<ResendAnswer>>;
    /** All failed ones of one registered webhook. */
    webhook(id: string, change: Change): Promise<Outcome<ResendAnswer>>;
    /** Rows of registered webhooks by filter; a route that document 1 does not show: 404 or 405 where it is absent. */
    registered(filter: ResendFilter, change: Change): Promise<Outcome<ResendAnswer>>;
  };
};
