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

export type Call = {
  signal?: AbortSignal | undefined;
  /** Operators go first; background work gets at most 30 % of an account's budget. */
  priority?: 'operator' | 'background';
  /** Looks up an operation's outcome: may try an open circuit early. */
  urgent?: boolean;
  /** `export` gives a page 30 s instead of 10 s. */
  purpose?: 'page' | 'export';
};

/** Instants: ISO 8601 UTC, `to` exclusive. Cents, both ends inclusive. */
export type AmountAndPeriod = {
  from?: string | undefined;
  to?: string | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
};

export type TransactionFilter = AmountAndPeriod & {
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

/**
 * `next`: opaque, JSON-serialisable, only for the same filter; null at the end. `total`: null when unknown,
 * with `totalFailed` because a read that would have shown it failed.
 */
export type Page<T> = {
  items: T[];
  next: unknown;
  total: number | null;
  totalFailed?: boolean;
  asOf: string;
} & Reading;

/** `filteredHere`: filters that only Guichê applied. `filtersUntold`: filters that no row allows to check. */
export type Reading = {
  unread?: Unread;
  filteredHere?: readonly string[];
  filtersUntold?: readonly string[];
};

export type Listed<T> = { items: T[]; unread?: Unread };

/**
 * `sending` runs when budget and circuit allow the call, before its first byte leaves, so the caller can
 * record the send. If it throws, nothing is sent.
 */
export type Change = Call & { sending: () => Promise<void> };

/**
 * `done`: the provider accepted it. `refused`: a 4xx, or nothing was sent (`sent` false). `unknown`: sent
 * without a readable end (time-out, reset, 424, 5xx, unreadable answer), so it may have been applied. `date`:
 * the provider's clock.
 */
export type Outcome<T> =
  | { kind: 'done'; value: T; requestId: string | null; date: string | null }
  | { kind: 'refused'; error: GuicheError; sent: boolean }
  /** `taken`: a 2xx with an unreadable body, so a look-up shows at once what was created. */
  | { kind: 'unknown'; error: GuicheError; taken?: true };

export type NumberedPageRequest = { page: number; limit: number };
/** Pages are numbered from 1. `total` and `more` as far as the provider states them. */
export type NumberedPage<T> = {
  items: T[];
  more: boolean;
  total: number | null;
  asOf: string;
  /** The next page's number, if pages without a matching row were skipped. */
  nextPage?: number;
} & Reading;

export type UploadFile = { name: string; mimeType: string; bytes: Uint8Array };

/** Body form of a defense: learnt from the service's answers, stored by the caller (`form`). */
export type DefenseForm = 'multipart' | 'json';

/** Instants are ISO 8601 UTC, both inclusive. An empty or absent list means all. */
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
  /** ISO 8601 UTC, inclusive. Services that do not know them ignore them. */
  from?: string | undefined;
  to?: string | undefined;
  transactionId?: string | undefined;
};

/** A change with an idempotency key of Guichê's (document 2); ignored by services without one. */
export type KeyedChange = Change & { idempotencyKey?: string };

/** At least one of the first three is set; all that are set must match. */
export type PaymentReference = {
  id?: string | undefined;
  clientReference?: string | undefined;
  endToEndId?: string | undefined;
  virtualAccount?: string | undefined;
};

/** ISO 8601 UTC, `to` exclusive. Cents, both inclusive; Guichê applies them, as no document does here. */
export type PaymentFilter = AmountAndPeriod & {
  status?: readonly string[] | undefined;
  clientReference?: string | undefined;
  search?: string | undefined;
};
/**
 * `onward` is called when this page has arrived: true if the caller will request the next one at once,
 * whatever this one contains, so it may be prefetched. Such a caller passes the same `call` each time.
 */
export type PortPageRequest = { limit: number; position: unknown; onward?: (() => boolean) | undefined };

type NewPayment = {
  clientReference: string;
  description?: string | undefined;
  virtualAccount?: string | undefined;
  callbackUrl?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
};
/** Amounts are cents, times are seconds. */
export type NewCharge = NewPayment & {
  amount: number;
  expiresInSeconds?: number | undefined;
  /** The document has no punctuation. The Hub requires name and document. */
  payer?:
    | { name?: string | undefined; document?: string | undefined; email?: string | undefined }
    | undefined;
};
/** `pixKeyType`: cpf, cnpj, phone, email, evp. `pixKey`: in the directory's form. Cents. */
export type NewWithdrawal = NewPayment & { amount: number; pixKey: string; pixKeyType: string };
/** `amount` in cents, only if the code has none (or lets the payer change it). */
export type NewCodePayment = NewPayment & { code: string; amount?: number | undefined };
/** `receiver`: an account number (document 1) or a Pix key of the other account (document 2). Cents. */
export type NewTransfer = NewPayment & { amount: number; receiver: string };
/** `amount` in cents; without it, the whole refundable rest. */
export type NewRefund = {
  paymentId: string;
  amount?: number | undefined;
  description?: string | undefined;
  clientReference?: string | undefined;
};

export type StatementFilter = AmountAndPeriod & {
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
  sort?: 'posted' | 'created' | undefined;
  order?: 'asc' | 'desc' | undefined;
};

export type PendingDepositFilter = AmountAndPeriod & {
  status?: readonly string[] | undefined;
  document?: string | undefined;
  name?: string | undefined;
  endToEndId?: string | undefined;
};

/** Card data passes through and is stored nowhere: only `send` sees it. */
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

export type ProviderFile = { bytes: Uint8Array; mimeType: string };
type PaymentReads = {
  /** Null: the provider answers that there is none. */
  find(by: PaymentReference, call: Call): Promise<Payment | null>;
  list(filter: PaymentFilter, page: PortPageRequest, call: Call): Promise<Page<Payment>>;
};
export type TransferPort = PaymentReads & {
  create(transfer: NewTransfer, change: KeyedChange): Promise<Outcome<Payment>>;
  /** PDF; absent when the service has no receipts of transfers. */
  receipt?(id: string, call: Call): Promise<ProviderFile>;
};

/** A missing member is a missing capability, which no page can offer. */
export type ProviderPort = {
  readonly kind: AccountKind;
  /** The account's variables are not set here, so the port has no other member. */
  readonly unconfigured?: true;
  /** Scopes of the credential as the provider reported them; null: not reported yet, or never. */
  scopes?(): readonly string[] | null;
  /** Scopes that a refusal of the last hour named as missing. */
  missingScopes?(): readonly string[];
  /** The account's own TLS certificate (document 3); null: it has none. `validTo` null: unreadable. */
  certificate?(): { validTo: string | null } | null;
  balance?(call: Call): Promise<Balance>;
  profile?(call: Call): Promise<Profile>;
  transactions?: {
    list(filter: TransactionFilter, page: PortPageRequest, call: Call): Promise<Page<Transaction>>;
    get(id: string, call: Call): Promise<TransactionDetail>;
  };
  /** Null where the account's service has no such route. */
  summary?(period: { from: string; to: string; byDay: boolean }, call: Call): Promise<Summary | null>;
  disputes?: {
    /** `limit` at most 100. */
    list(page: NumberedPageRequest, call: Call): Promise<NumberedPage<Infraction>>;
    /** `statesDefenses`: the answer has a field for defenses, so an empty list means that there are none. */
    get(id: string, call: Call): Promise<InfractionDetail & { statesDefenses: boolean }>;
    /** Null where the account may not read them (403, 404, 405). */
    defenses(id: string, call: Call): Promise<Defense[] | null>;
    /** One request; a second one only if the service proves that it did not read the first form (415). */
    defend?(
      id: string,
      defense: { text: string; files: readonly UploadFile[]; form: DefenseForm | null },
      change: Change,
    ): Promise<Outcome<{ defense: Defense; form: DefenseForm }>>;
  };
  webhooks?: {
    /** Null when the service has no such route (404, 405); then only webhooks registered here are known. */
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
    /** ms by which the webhooks' own service is ahead of Guichê's clock; null: not known yet. */
    clockAhead?(): number | null;
  };
  callbackSecret?: {
    /** 409 if one exists: rotate it instead. */
    create(change: Change): Promise<Outcome<Secret>>;
    rotate(change: Change): Promise<Outcome<Secret>>;
    /** Whether a secret exists (document 2); null when the answer does not state it. */
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
      page: NumberedPageRequest,
      call: Call,
    ): Promise<NumberedPage<CallbackRecord>>;
    get(id: string, call: Call): Promise<{ delivery: CallbackRecord; raw: unknown; asOf: string }>;
  };
  resends?: {
    transaction(id: string, change: Change): Promise<Outcome<ResendAnswer>>;
    byFilter(filter: ResendFilter, change: Change): Promise<Outcome<ResendAnswer>>;
    webhook(id: string, change: Change): Promise<Outcome<ResendAnswer>>;
    /** Of registered webhooks. Not in document 1: 404 or 405 when it is absent. */
    registered(filter: ResendFilter, change: Change): Promise<Outcome<ResendAnswer>>;
  };
  /** Document 2: limits and fees of each operation. */
  limits?(call: Call): Promise<Limits>;
  /** Document 2: figures of the account, unchanged (names differ by service). */
  metrics?(call: Call): Promise<Record<string, unknown>>;
  charges?: PaymentReads & {
    create(charge: NewCharge, change: KeyedChange): Promise<Outcome<Payment>>;
    /** Absent when the service draws no image; Guichê then draws the text. */
    qrCode?(id: string, call: Call): Promise<ProviderFile>;
  };
  withdrawals?: PaymentReads & {
    toKey(withdrawal: NewWithdrawal, change: KeyedChange): Promise<Outcome<Payment>>;
    toCode(payment: NewCodePayment, change: KeyedChange): Promise<Outcome<Payment>>;
  };
  transfers?: TransferPort;
  /** A Pix received without a charge (document 2). */
  deposits?: { get(id: string, call: Call): Promise<Payment> };
  refunds?: {
    create(refund: NewRefund, change: KeyedChange): Promise<Outcome<RefundState>>;
    /** What the provider now reports as refunded of this payment. */
    state(paymentId: string, call: Call): Promise<RefundState>;
  };
  keyLookup?(key: string, keyType: string | null, call: Call): Promise<KeyHolder>;
  decodeCode?(code: string, call: Call): Promise<DecodedCode>;
  /** The receiver of a code, from the directory (document 2). */
  codeHolder?(code: string, call: Call): Promise<KeyHolder>;
  /** The account's own Pix keys (document 2). */
  pixKeys?: {
    list(call: Call): Promise<Listed<PixKey>>;
    create(key: { type: string; key?: string | undefined }, change: Change): Promise<Outcome<PixKey>>;
    setDefault(id: string, change: Change): Promise<Outcome<PixKey | null>>;
    remove(id: string, change: Change): Promise<Outcome<null>>;
  };
  statement?: {
    /** Newest first unless sorted otherwise. `balance`: what the provider sends next to the page. */
    list(
      filter: StatementFilter,
      page: PortPageRequest,
      call: Call,
    ): Promise<Page<StatementLine> & { balance: number | null }>;
    get?(id: string, call: Call): Promise<StatementLine>;
    /** Filter members that this service accepts. */
    filters: readonly (keyof StatementFilter)[];
  };
  pendingDeposits?: {
    list(
      filter: PendingDepositFilter,
      page: NumberedPageRequest,
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
    /** Null when the service has no such route; then only jobs created here are known. */
    list(page: NumberedPageRequest, call: Call): Promise<NumberedPage<ReportJob> | null>;
    get(id: string, call: Call): Promise<ReportJob | null>;
    download(id: string, call: Call): Promise<{ url: string; expiresAt: string | null }>;
  };
  /** PDF of a charge, a deposit or a withdrawal. */
  receipt?(kind: 'charge' | 'withdrawal', id: string, call: Call): Promise<ProviderFile>;
  /** The answer of document 1's GET /status/, unchanged. */
  status?(call: Call): Promise<unknown>;
  card?: CardPort;
};
