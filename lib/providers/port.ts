import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import type { CardPort } from '#lib/providers/card-records.ts';
import type {
  DecodedCode,
  KeyHolder,
  Limits,
  Payment,
  PendingDeposit,
  PixKey,
  RefundState,
  ReportJob,
  StatementLine,
} from '#lib/providers/money-records.ts';
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
  Unread,
  Webhook,
} from '#lib/providers/records.ts';

/** Options of every call to a provider. */
export type Call = {
  signal?: AbortSignal | undefined;
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
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
};

/**
 * `next` is opaque, JSON-serialisable and only for the same filter; null at the end. `total` may be unknown; with
 * `totalFailed` because a read that would have told it failed.
 */
export type Page<T> = {
  items: T[];
  next: unknown;
  total: number | null;
  totalFailed?: boolean;
  asOf: string;
} & Reading;

/**
 * `unread`: rows of this page that lack something. `filteredHere`: filters that the service did not apply, applied to
 * these rows here. `filtersUntold`: filters of which no row tells whether they were applied.
 */
export type Reading = {
  unread?: Unread;
  filteredHere?: readonly string[];
  filtersUntold?: readonly string[];
};

/** A list that comes whole, in one answer. */
export type Listed<T> = { items: T[]; unread?: Unread };

/**
 * Options of a changing call. `sending` runs when nothing in Guichê holds the call back any more and before
 * its first byte leaves: the caller records the send. When it throws, nothing is sent.
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
  /** `taken`: a good status came, and nothing of it could be read: a look tells at once what was made. */
  | { kind: 'unknown'; error: GuicheError; taken?: true };

/** Pages by number, from 1. `total` and `more` as far as the provider says. */
export type NumberedPage<T> = {
  items: T[];
  more: boolean;
  total: number | null;
  asOf: string;
  /** Where it is not the next number: pages of which no row fits were passed over. */
  nextPage?: number;
} & Reading;

/** A file of a defense, as it is sent. */
export type UploadFile = { name: string; mimeType: string; bytes: Uint8Array };

/** Body form of a defense: the adapter learns it from the service's answers, the caller keeps it (`form`). */
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

/** A change that the provider can tell apart by a key of ours (document 2); ignored where it takes none. */
export type KeyedChange = Change & { idempotencyKey?: string };

/** At least one of the first three; several must all hold. */
export type PaymentReference = {
  id?: string | undefined;
  clientReference?: string | undefined;
  endToEndId?: string | undefined;
  virtualAccount?: string | undefined;
};

/**
 * Instants ISO 8601 UTC, `to` exclusive. `search`: the provider's own free text, where it has one. Cents, both ends in:
 * no document has amounts from and to here, so that they are applied to the rows that come.
 */
export type PaymentFilter = {
  from?: string | undefined;
  to?: string | undefined;
  status?: readonly string[] | undefined;
  clientReference?: string | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
  search?: string | undefined;
};
/**
 * `onward`: tells, when this page is there, if the next one will be asked for at once, whatever stands in this one. Its
 * call may then leave early; such a reader gives the same `call` with each page.
 */
export type PageAsk = { limit: number; position: unknown; onward?: (() => boolean) | undefined };

type Metadata = Readonly<Record<string, string>> | undefined;
/** Cents; seconds. */
export type NewCharge = {
  amount: number;
  clientReference: string;
  expiresInSeconds?: number | undefined;
  virtualAccount?: string | undefined;
  callbackUrl?: string | undefined;
  metadata?: Metadata;
  description?: string | undefined;
  /** The document without punctuation. The Hub demands name and document. */
  payer?:
    | { name?: string | undefined; document?: string | undefined; email?: string | undefined }
    | undefined;
};
type NewPayment = {
  clientReference: string;
  description?: string | undefined;
  virtualAccount?: string | undefined;
  callbackUrl?: string | undefined;
  metadata?: Metadata;
};
/** `pixKeyType`: cpf, cnpj, phone, email, evp; the key in the directory's form (lib/core/pix/pix-key.ts). Cents. */
export type NewWithdrawal = NewPayment & { amount: number; pixKey: string; pixKeyType: string };
/** `amount` only where the code has none (or lets it be changed). Cents. */
export type NewCodePayment = NewPayment & { code: string; amount?: number | undefined };
/** `receiver`: an account number (document 1) or a Pix key of the other account (document 2). Cents. */
export type NewTransfer = NewPayment & { amount: number; receiver: string };
/** Without `amount`: whatever is left. Cents. */
export type NewRefund = {
  paymentId: string;
  amount?: number | undefined;
  description?: string | undefined;
  clientReference?: string | undefined;
};

export type StatementFilter = {
  from?: string | undefined;
  to?: string | undefined;
  type?: readonly string[] | undefined;
  status?: readonly string[] | undefined;
  transactionId?: string | undefined;
  endToEndId?: string | undefined;
  document?: string | undefined;
  search?: string | undefined;
  /** INCREMENT or DECREMENT (document 1). */
  direction?: 'in' | 'out' | undefined;
  /** Cents, unsigned. */
  amount?: number | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
  sort?: 'posted' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
};

export type PendingDepositFilter = {
  status?: readonly string[] | undefined;
  document?: string | undefined;
  name?: string | undefined;
  endToEndId?: string | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Card data travels through and is kept nowhere: only `send` ever sees it. */
export type NewCardCharge = {
  amount: number;
  externalId: string;
  installments: number;
  authenticate: boolean;
  postbackUrl?: string | undefined;
  customer: {
    name: string;
    identity?: string | undefined;
    identityType?: string | undefined;
    email?: string | undefined;
    phone?: string | undefined;
  };
  cart: readonly { name: string; quantity: number; sku: string; unitPrice: number }[];
  recurrence?: { interval: string; endDate?: string | undefined } | undefined;
  card: { number: Secret; holder: Secret; expiration: Secret; cvv: Secret };
};

/** A file that the provider makes, whole. */
export type ProviderFile = { bytes: Uint8Array; mimeType: string };

export type TransferPort = {
  create(transfer: NewTransfer, change: KeyedChange): Promise<Outcome<Payment>>;
  find(by: PaymentReference, call: Call): Promise<Payment | null>;
  list(filter: PaymentFilter, page: PageAsk, call: Call): Promise<Page<Payment>>;
  /** PDF; absent where the service makes none of transfers. */
  receipt?(id: string, call: Call): Promise<ProviderFile>;
};

/** A missing member is a missing capability: a page cannot offer what does not exist. */
export type ProviderPort = {
  readonly kind: AccountKind;
  /** The account's variables are absent here: the port has no other member. */
  readonly unconfigured?: true;
  /** Scopes of the credential as the provider told them; null: not learnt yet, or it never tells. */
  scopes?(): readonly string[] | null;
  /** Scopes that a refusal of the last hour named as missing. */
  missingScopes?(): readonly string[];
  /** The account's own TLS certificate (document 3); null: it has none. `validTo` null: it cannot be read. */
  certificate?(): { validTo: string | null } | null;
  balance?(call: Call): Promise<Balance>;
  profile?(call: Call): Promise<Profile>;
  transactions?: {
    list(filter: TransactionFilter, page: PageAsk, call: Call): Promise<Page<Transaction>>;
    get(id: string, call: Call): Promise<TransactionDetail>;
  };
  /** Null where the account's service has no such route. */
  summary?(period: { from: string; to: string; byDay: boolean }, call: Call): Promise<Summary | null>;
  disputes?: {
    /** `limit` at most 100. */
    list(page: { page: number; limit: number }, call: Call): Promise<NumberedPage<Infraction>>;
    /** `tellsDefenses`: it has a place for its defenses, so that none there means none. */
    get(id: string, call: Call): Promise<InfractionDetail & { tellsDefenses: boolean }>;
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
    list(call: Call): Promise<Listed<Webhook> | null>;
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
    /** ms that the clock of their service is ahead of ours, where it is another than the account's; null: not told yet. */
    clockAhead?(): number | null;
  };
  callbackSecret?: {
    /** 409 where one exists: rotate it. */
    create(change: Change): Promise<Outcome<Secret>>;
    rotate(change: Change): Promise<Outcome<Secret>>;
    /** Tells if a secret exists (document 2); null when the answer does not tell. */
    exists?(call: Call): Promise<boolean | null>;
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
  /** Document 2: what each operation may and costs. */
  limits?(call: Call): Promise<Limits>;
  /** Document 2: figures of the account, as they came (names differ by service). */
  metrics?(call: Call): Promise<Record<string, unknown>>;
  charges?: {
    create(charge: NewCharge, change: KeyedChange): Promise<Outcome<Payment>>;
    /** Null: the provider answers that there is none. */
    find(by: PaymentReference, call: Call): Promise<Payment | null>;
    list(filter: PaymentFilter, page: PageAsk, call: Call): Promise<Page<Payment>>;
    /** Absent where the service draws none: the text is drawn here. */
    qrCode?(id: string, call: Call): Promise<ProviderFile>;
  };
  withdrawals?: {
    toKey(withdrawal: NewWithdrawal, change: KeyedChange): Promise<Outcome<Payment>>;
    toCode(payment: NewCodePayment, change: KeyedChange): Promise<Outcome<Payment>>;
    find(by: PaymentReference, call: Call): Promise<Payment | null>;
    list(filter: PaymentFilter, page: PageAsk, call: Call): Promise<Page<Payment>>;
  };
  transfers?: TransferPort;
  /** A Pix that came without a charge (document 2). */
  deposits?: { get(id: string, call: Call): Promise<Payment> };
  refunds?: {
    create(refund: NewRefund, change: KeyedChange): Promise<Outcome<RefundState>>;
    /** As the provider tells now what was given back of this payment. */
    state(paymentId: string, call: Call): Promise<RefundState>;
  };
  keyLookup?(key: string, keyType: string | null, call: Call): Promise<KeyHolder>;
  decodeCode?(code: string, call: Call): Promise<DecodedCode>;
  /** Whom a code pays, by the directory (document 2). */
  codeHolder?(code: string, call: Call): Promise<KeyHolder>;
  /** The account's own Pix keys (document 2). */
  pixKeys?: {
    list(call: Call): Promise<Listed<PixKey>>;
    create(key: { type: string; key?: string | undefined }, change: Change): Promise<Outcome<PixKey>>;
    setDefault(id: string, change: Change): Promise<Outcome<PixKey | null>>;
    remove(id: string, change: Change): Promise<Outcome<null>>;
  };
  statement?: {
    /** Newest first unless sorted otherwise. `balance`: what the provider tells beside the page. */
    list(
      filter: StatementFilter,
      page: PageAsk,
      call: Call,
    ): Promise<Page<StatementLine> & { balance: number | null }>;
    get?(id: string, call: Call): Promise<StatementLine>;
    /** Filter members that this service takes. */
    filters: readonly (keyof StatementFilter)[];
  };
  pendingDeposits?: {
    list(
      filter: PendingDepositFilter,
      page: { page: number; limit: number },
      call: Call,
    ): Promise<NumberedPage<PendingDeposit>>;
    get(id: string, call: Call): Promise<PendingDeposit>;
  };
  reports?: {
    /** `to` exclusive. */
    create(
      report: { from: string; to: string; status: readonly string[]; type: readonly string[] },
      change: Change,
    ): Promise<Outcome<ReportJob>>;
    /** Null where the service has no such route: only jobs made here are known then. */
    list(page: { page: number; limit: number }, call: Call): Promise<NumberedPage<ReportJob> | null>;
    get(id: string, call: Call): Promise<ReportJob | null>;
    /** Where the file is, for a few minutes. */
    download(id: string, call: Call): Promise<{ url: string; expiresAt: string | null }>;
  };
  /** PDF of a charge (a deposit too) or of a withdrawal. */
  receipt?(kind: 'charge' | 'withdrawal', id: string, call: Call): Promise<ProviderFile>;
  /** Document 1's GET /status/: whatever it answers. */
  status?(call: Call): Promise<unknown>;
  card?: CardPort;
};
