import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { perProcess } from '#lib/core/per-process.ts';
import type { Transaction } from '#lib/data/client.ts';
import type { operations } from '#lib/data/schema/operations.ts';
import type { OperationReceiver } from '#lib/operations/contract.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call, Change, Outcome, ProviderPort } from '#lib/providers/port.ts';

export type OperationRow = typeof operations.$inferSelect;

/**
 * Outcome of a look-up. `absent`: the provider answered that it does not exist. `unsure`: no conclusion.
 * `other`: something else uses its name (`existing`), so it never happens. `sentWithinMs`: it may be sent
 * again only within this time of the first send.
 */
export type LookUp<Value> =
  | { found: 'there'; value: Value }
  | { found: 'other'; existing: unknown }
  | { found: 'absent'; next: 'wait' }
  | { found: 'absent'; next: 'send_again'; sentWithinMs?: number }
  | { found: 'unsure' };

/** Things that one operation creates, by their property in its result. */
export type CreatedThing = 'payment' | 'charge' | 'refund' | 'reversal';

type With<Request> = { row: OperationRow; request: Request; port: ProviderPort };
type Ended<Request, Value> = {
  row: OperationRow;
  request: Request;
  state: 'confirmed' | 'rejected';
  value: Value | null;
  error: GuicheError | null;
};
/** ms since the first and the last send, by the database's clock. Null: never sent. */
export type SentAgo = { firstMs: number | null; lastMs: number | null };

/**
 * One kind of changing call: how to send it, how to look it up after a lost answer, and what the feature
 * stores at its end. Kinds are plain objects, listed in lib/background.ts so that jobs find them by name.
 */
export type OperationKind<Request = unknown, Value = unknown> = {
  name: string;
  permission: Permission;
  stepUp: boolean;
  /** For a row not yet sent when the process died: give it up, or look it up and then send it. */
  afterCrash: 'never_sent' | 'send';
  /** ms a send may take beyond the limit of one call (a second form, a requested wait). */
  sendsLongerBy?: number;
  /** An operator may send an operation with an unknown outcome again on its page ("a new rotation"). */
  repeatable: boolean;
  /** An operator may begin a never-sent operation anew on its page, with the same request and reference. */
  renewable?: boolean;
  /** Money leaves the account: above the account's limits another operator must approve it. */
  approvable?: boolean;
  /** What it creates, by its property in `show`. Two confirmed operations cannot have the same id of it. */
  makes?: CreatedThing;
  /** In the confirming transaction: reduces the value to this operation's part. Null: nothing remains. */
  claim?(
    tx: Transaction,
    end: { row: OperationRow; request: Request; value: Value; answered: boolean },
  ): Promise<Value | null>;
  send(call: With<Request> & { change: Change }): Promise<Outcome<Value>>;
  /** Runs in the transaction that marks it sent: what the feature stores of the send. False: do not send. */
  sending?(tx: Transaction, sent: { row: OperationRow; request: Request }): Promise<boolean>;
  /** Absent when no look-up is possible (a rotation's secret cannot be read back). */
  lookUp?(call: With<Request> & { call: Call; ago: SentAgo }): Promise<LookUp<Value>>;
  /** ms in which every look-up finds nothing before it counts as not done. Default: an hour. */
  absentMs?: number;
  /** For calls to another service than the account's: ms its clock is ahead of ours. Null: not known yet. */
  clockAhead?(port: ProviderPort): number | null | undefined;
  /** Meaning of a refusal that reports it as done already (PZK212 at a second send). Default: rejected. */
  refusal?(error: GuicheError, row: OperationRow): 'rejected' | 'confirmed' | 'unknown';
  /** Runs in the settling transaction: what the feature stores. `value` only when an answer confirmed it. */
  settled?(tx: Transaction, end: Ended<Request, Value>): Promise<void>;
  /** Runs in the transaction that makes its outcome unknown. `error` is null after a crash. */
  unknown?(tx: Transaction, end: Omit<Ended<Request, Value>, 'state' | 'value'>): Promise<void>;
  /** Cents the provider reports as moved. Guichê raises an alarm when they differ from the request. */
  paid?(value: Value): number | null;
  /** For kinds whose sends each return a value that cannot be read back: stores one that came too late. */
  storeLateAnswer?(tx: Transaction, end: { row: OperationRow; value: Value }): Promise<void>;
  /** For kinds whose answer alone is complete (a secret): stores it although a look-up settled it first. */
  storeFound?(tx: Transaction, end: { row: OperationRow; request: Request; value: Value }): Promise<void>;
  /** Whether a payment from a list or a callback is the one this given-up operation requested. */
  matches?(input: { row: OperationRow; request: Request; seen: Payment }): boolean;
  /** Data shown of a value that existed before the first send. Default: `show`. */
  showThere?(value: Value): Record<string, unknown>;
  /** Whom it pays, unmasked. Shown only to someone who may approve it. */
  receiver?(input: With<Request> & { call: Call }): OperationReceiver | Promise<OperationReceiver>;
  /** Data that rows, repeats and pages may show: never a secret. */
  show(value: Value): Record<string, unknown>;
  /** Data added to `show` only in the answer to the original call: an issued secret. */
  showOnce?(ctx: Ctx, row: OperationRow): Promise<Record<string, unknown>>;
  /** Names of the queries it changes, for the event stream. */
  touches: readonly string[];
};

// biome-ignore lint/suspicious/noExplicitAny: kinds differ in what they carry; each reads only what it wrote itself.
export type AnyKind = OperationKind<any, any>;

const registered = () => perProcess('guicheOperationKinds', () => new Map<string, AnyKind>());

/** Called once at start. Jobs and pages share the list. */
export function registerOperationKinds(kinds: readonly AnyKind[]): void {
  registered().clear();
  for (const kind of kinds) registered().set(kind.name, kind);
}

export const operationKind = (name: string): AnyKind | null => registered().get(name) ?? null;

/** The row's kind. `not_supported` where this build does not know it. */
export function kindOf(row: OperationRow): AnyKind {
  const kind = operationKind(row.kind);
  if (kind === null) throw new GuicheError('not_supported', 'This kind of operation is not known here.');
  return kind;
}

export const requestPurpose = (id: string) => `operation:${id}`;

/** Decrypts the stored request. `conflict` when it is gone: ended long ago, or its person was erased. */
export function openRequest(row: OperationRow): unknown {
  if (row.request === null) throw new GuicheError('conflict', 'What was asked for is not kept any more.');
  return JSON.parse(unseal(row.request, requestPurpose(row.id)));
}

/** Names of the kinds that move money out of the account. */
export const approvableKinds = (): string[] => [...registered().keys()].filter(leavesMoney);

/** Whether money leaves the account with this kind. */
export const leavesMoney = (name: string): boolean => operationKind(name)?.approvable === true;

/** An earlier send may have been applied: from this database, or after the backup that was restored. */
export const mayBeSent = ({ attempts, restoredAt }: Pick<OperationRow, 'attempts' | 'restoredAt'>): boolean =>
  attempts > 0 || restoredAt != null;

/** May be begun anew: never sent, request still stored. Not after a restore: it may have been already. */
export function isRenewable(kind: AnyKind, row: OperationRow): boolean {
  const { state, reason, request, restoredAt } = row;
  const neverSent = state === 'rejected' && reason === 'never_sent' && restoredAt === null;
  return kind.renewable === true && neverSent && request !== null;
}
