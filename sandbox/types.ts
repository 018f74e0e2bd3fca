import type { IncomingHttpHeaders } from 'node:http';

/** Document 1's Transaction as the simulator stores it: money in integer cents, times in ISO 8601. */
export type PixTransaction = {
  id: string;
  status: string;
  type: string;
  method: string;
  amount: number;
  /** Cents, possibly with a fraction: the fee may have more than two decimals in BRL. */
  serviceFeeCharged: number | null;
  qrCodeText: string | null;
  qrCodeBase64: string | null;
  qrCodeUrl: string | null;
  generatedName: string | null;
  generatedDocument: string | null;
  generatedEmail: string | null;
  payerName: string | null;
  payerDocument: string | null;
  payerInstitutionIspb: string | null;
  payerInstitutionName: string | null;
  payerAccountNumber: string | null;
  receiverName: string | null;
  receiverDocument: string | null;
  receiverInstitutionIspb: string | null;
  receiverInstitutionName: string | null;
  receiverAccountNumber: string | null;
  endToEndId: string | null;
  createdAt: string;
  updatedAt: string;
  paidAt: string | null;
  withdrawPixKey: string | null;
  withdrawPixType: string | null;
  clientReference: string | null;
  virtualAccount: string | null;
  callbackUrl: string | null;
  refundEndToEndId: string | null;
  /** Cents. */
  refundAmount: number | null;
  refundStatus: string | null;
  refundReason: string | null;
  refundDescription: string | null;
  refundedAt: string | null;
  cancellationReason: string | null;
};

/** Simulated time, in epoch ms. Jobs run in order of time; a jump in time runs every job it passes. */
export type SandboxClock = {
  now(): number;
  schedule(atMs: number, run: () => void): { cancel(): void };
};

export type Journal = {
  append(kind: string, data: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: each kind's writer is its only reader
  replay(kind: string, apply: (data: any) => void): void;
};

export type PixRequest = {
  method: string;
  /** Path below /v1, without the query. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  rawBody: Buffer;
  contentType: string;
  clientAddress: string;
  headers: IncomingHttpHeaders;
  callerToken: unknown;
};

export type PixReply = {
  status: number;
  json?: unknown;
  body?: Buffer;
  contentType?: string;
  headers?: Record<string, string>;
};

export type PixRoute = {
  method: string;
  /** For example '/user/webhooks/:id'. */
  path: string;
  scope?: 'DEPOSIT' | 'WITHDRAW' | 'DEPOSIT|WITHDRAW';
  /**
   * True for a change of the account's configuration. A locked account returns PZA204 before the 404 check.
   */
  config?: boolean;
  handle(request: PixRequest): PixReply | Promise<PixReply>;
};

export type TransactionChange = {
  transaction: PixTransaction;
  /** TRANSACTION_COMPLETED …, INFRACTION_CHANGED. */
  event: string;
  infraction?: unknown;
  at: number;
};

export type TransactionFilter = {
  ids?: string[];
  endToEndIds?: string[];
  types?: string[];
  statuses?: string[];
  from: number;
  to: number;
};

/**
 * callbackUrls that the world itself creates are on hosts ending in `.example` and are never called over the
 * network.
 */
export type World = {
  transaction(id: string): PixTransaction | null;
  /** JSON form used in callbacks, amounts in decimals. */
  payload(transaction: PixTransaction, infraction?: unknown): Record<string, unknown>;
  findTransactions(filter: TransactionFilter): Iterable<PixTransaction>;
  baseCount: number;
  baseTransaction(index: number): PixTransaction;
  indexOf(id: string): number | null;
};

/** Writes to the ring buffer that the control API shows. `at` is simulated epoch ms. */
export type SandboxLog = (entry: { at: number; kind: string; text: string; target?: string }) => void;

/**
 * An entry of the delivery log, from `createDeliveries({ clock, journal, seed, world, log, allowPrivate })`.
 */
export type CallbackLogEntry = {
  id: string;
  url: string;
  status: number;
  responseTime: number;
  createdAt: string;
};
export type Deliveries = {
  routes: PixRoute[];
  ownershipRoutes: PixRoute[];
  notify(change: TransactionChange): void;
  callbackLog(transactionId: string): CallbackLogEntry[];
  control: {
    failNext(input: unknown): unknown;
    clear(id?: string): void;
    state(): unknown;
    receive(input: Record<string, unknown>): unknown;
  };
};
