import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import type { operations } from '#lib/data/schema/operations.ts';
import type { OperationReceiver } from '#lib/operations/contract.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Call, Change, Outcome, ProviderPort } from '#lib/providers/port.ts';

export type OperationRow = typeof operations.$inferSelect;

/**
 * Outcome of a look-up. `absent`: the provider answered, and it is not there. `unsure`: the look-up could not
 * tell. `other`: something else has its name (`existing`), so this operation was not and will not be done.
 * `sentWithinMs`: it goes again only so long after its first send.
 */
export type LookUp<Value> =
  | { found: 'there'; value: Value }
  | { found: 'other'; existing: unknown }
  | { found: 'absent'; next: 'wait' }
  | { found: 'absent'; next: 'send_again'; sentWithinMs?: number }
  | { found: 'unsure' };

/** Things of which each was made by one operation, as a result names them. */
export type Made = 'payment' | 'charge' | 'refund' | 'reversal';

type With<Request> = { row: OperationRow; request: Request; port: ProviderPort };
/** ms since the first and the last send, by the clock that all instances share; null: it was never sent. */
export type SentAgo = { firstMs: number | null; lastMs: number | null };

/**
 * One kind of changing call: how it is sent, how it is found again when its answer was lost, and what the feature
 * keeps when it ends. Kinds are plain objects, listed in lib/background.ts so that jobs find them by name.
 */
export type OperationKind<Request = unknown, Value = unknown> = {
  name: string;
  permission: Permission;
  stepUp: boolean;
  /** A row that was written and not yet sent when the process died: given up, or looked up and then sent. */
  afterCrash: 'never_sent' | 'send';
  /** ms beyond the limit of one call that a send may take (a second form, a wait that was asked for). */
  sendsLongerBy?: number;
  /** True when an operator may send an unknown one again from its page ("a new rotation"). */
  repeatable: boolean;
  /** True when an operator may begin a never-sent one anew on its page, with its request and reference. */
  renewable?: boolean;
  /** Money that leaves: above the account's setting another operator has to approve it. */
  approvable?: boolean;
  /** Thing that it makes, as `show` names it: another operation confirmed with the same id stands in its way. */
  makes?: Made;
  /**
   * In the transaction that confirms it: the value with what of it is this operation's alone; null where all that the
   * value shows confirmed another operation already.
   */
  claim?(
    tx: Transaction,
    end: { row: OperationRow; request: Request; value: Value; answered: boolean },
  ): Promise<Value | null>;
  send(call: With<Request> & { change: Change }): Promise<Outcome<Value>>;
  /** Absent: nothing can tell (a rotation's secret cannot be read back). */
  lookUp?(call: With<Request> & { call: Call; ago: SentAgo }): Promise<LookUp<Value>>;
  /** Of what goes to another service than the account's own: ms that its clock is ahead of ours; null: not told yet. */
  clockAhead?(port: ProviderPort): number | null | undefined;
  /** A refusal that says that it is there already (PZK212 at a second send). Default: it is refused. */
  refusal?(error: GuicheError, row: OperationRow): 'rejected' | 'confirmed' | 'unknown';
  /** In the transaction that settles it: what the feature keeps. `value` only when confirmed by an answer. */
  settled?(
    tx: Transaction,
    end: { row: OperationRow; request: Request; state: 'confirmed' | 'rejected'; value: Value | null },
  ): Promise<void>;
  /** Cents that the provider says it moved: Guichê tells everybody when they differ from those asked for. */
  paid?(value: Value): number | null;
  /** Where each send has a value of its own that nobody can read back: keeps one whose answer came too late. */
  storeLateAnswer?(tx: Transaction, end: { row: OperationRow; value: Value }): Promise<void>;
  /** Where only the answer has it all (an issued secret): keeps it though a look-up had ended the operation first. */
  storeFound?(tx: Transaction, end: { row: OperationRow; request: Request; value: Value }): Promise<void>;
  /** Tells if a payment that a list or a callback shows is the one this given-up operation asked for. */
  matches?(given: { row: OperationRow; request: Request; seen: Payment }): boolean;
  /** Data shown of a value that was there before the first send. Default: `show`. */
  showThere?(value: Value): Record<string, unknown>;
  /** Whom it pays, in clear: shown only to who may let it go. */
  receiver?(given: With<Request> & { call: Call }): OperationReceiver | Promise<OperationReceiver>;
  /** Data that rows, repeats and pages may show: never a secret. */
  show(value: Value): Record<string, unknown>;
  /** Data that only the answer to the causing call shows beside `show`: an issued secret. */
  showOnce?(ctx: Ctx, row: OperationRow): Promise<Record<string, unknown>>;
  /** Names of the queries that change with it, for the event stream. */
  touches: readonly string[];
};

// biome-ignore lint/suspicious/noExplicitAny: kinds differ in what they carry; each reads only what it wrote itself.
export type AnyKind = OperationKind<any, any>;

const processState = globalThis as { guicheOperationKinds?: Map<string, AnyKind> };

/** Told once at start: jobs and pages are bundled apart and share this list. */
export function registerOperationKinds(kinds: readonly AnyKind[]): void {
  processState.guicheOperationKinds = new Map(kinds.map((kind) => [kind.name, kind]));
}

export function operationKind(name: string): AnyKind | null {
  return processState.guicheOperationKinds?.get(name) ?? null;
}

/** Names of the kinds whose money leaves. */
export function approvableKinds(): string[] {
  const kinds = [...(processState.guicheOperationKinds?.values() ?? [])];
  return kinds.filter(({ approvable }) => approvable === true).map(({ name }) => name);
}

/** Tells if a kind's money leaves. */
export const leavesMoney = (name: string): boolean => operationKind(name)?.approvable === true;

/** Tells if an earlier send may have been applied: one from here, or one after the backup that was put back. */
export const mayBeSent = ({ attempts, restoredAt }: Pick<OperationRow, 'attempts' | 'restoredAt'>): boolean =>
  attempts > 0 || restoredAt != null;

/**
 * Nothing of it ever left: the same may be begun anew, while it is known what it was. Not once a backup was put back:
 * it may have been begun anew since.
 */
export function isRenewable(kind: AnyKind, row: OperationRow): boolean {
  const { state, reason, request, restoredAt } = row;
  const neverSent = state === 'rejected' && reason === 'never_sent' && restoredAt === null;
  return kind.renewable === true && neverSent && request !== null;
}
