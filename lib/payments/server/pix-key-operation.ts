import 'server-only';
import { asc } from 'drizzle-orm';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { nullOn } from '#lib/core/errors.ts';
import { maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { directoryKey } from '#lib/core/pix/pix-key.ts';
import { standingOf } from '#lib/core/status/money.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { subjectsOf } from '#lib/operations/server/duplicates.ts';
import { type LookUp, mayBeSent, type OperationKind } from '#lib/operations/server/kind.ts';
import { performAndAnswer, throwFieldErrors } from '#lib/operations/server/perform.ts';
import { unclaimed, verifyOutcome } from '#lib/operations/server/reconcile.ts';
import { confirmedOf } from '#lib/operations/server/thing.ts';
import { PixKeyList } from '#lib/payments/contract.ts';
import { isKey } from '#lib/payments/server/receiver.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { PixKey } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL, partOf } from '#lib/providers/reach.ts';
import { everyRowHas } from '#lib/providers/rows.ts';

/** `before`: ids of the account's keys at the request, to recognise a new random key. Null: unknown. */
type NewKeyRequest = { type: string; key?: string | undefined; before: string[] | null };
type KeyRequest = { id: string };

const common = {
  permission: 'manage',
  stepUp: true,
  afterCrash: 'never_sent',
  touches: ['payments'],
} as const;

/** The account's present keys. `hasField`: whether every row of the list had this field. */
async function keysOf(port: ProviderPort, call: Call) {
  const list = await partOf(port, 'pixKeys').list(call);
  const keys = list.items.filter(({ status }) => standingOf(status) !== 'gone');
  return { keys, hasField: (field: 'id' | 'pixKey') => everyRowHas(list, field) };
}

/** Document 2: a key of the account itself. Not repeatable by hand: a random key could be created twice. */
export const CREATE_KEY: OperationKind<NewKeyRequest, PixKey> = {
  ...common,
  name: 'pix-key.create',
  repeatable: false,
  send: ({ request: { type, key }, port, change }) => partOf(port, 'pixKeys').create({ type, key }, change),
  async lookUp({ row, request: { type, key, before }, port, call }): Promise<LookUp<PixKey>> {
    const { keys, hasField } = await keysOf(port, call);
    if (key !== undefined) {
      const value = keys.find((one) => isKey(one.key, key, type) === true);
      if (value !== undefined) return { found: 'there', value };
      const none = hasField('pixKey') && keys.every((one) => isKey(one.key, key, type) === false);
      return none ? { found: 'absent', next: 'wait' } : { found: 'unsure' };
    }
    if (before === null || !hasField('id')) return { found: 'unsure' };
    const fresh = keys.filter(({ id }) => !before.includes(id));
    const free = await unclaimed(row, 'key', fresh);
    const random = free.filter((one) => one.type === null || one.type.toUpperCase() === type);
    const [value] = random;
    if (value === undefined) return { found: 'absent', next: 'wait' };
    return random.length === 1 ? { found: 'there', value } : { found: 'unsure' };
  },
  show: (key) => ({ key: redact(key) }),
};

/** Sending it again has no further effect. */
export const DEFAULT_KEY: OperationKind<KeyRequest, PixKey | null> = {
  ...common,
  name: 'pix-key.default',
  repeatable: true,
  send: async ({ request, port, change }) =>
    verifyOutcome(
      await partOf(port, 'pixKeys').setDefault(request.id, change),
      (key) => key?.id === request.id && key.isDefault === true,
      () => isDefaultNow(request, port, LOOK_UP_CALL),
    ),
  lookUp: ({ request, port, call }) => isDefaultNow(request, port, call),
  show: (key) => ({ key: key === null ? null : redact(key) }),
};

export const REMOVE_KEY: OperationKind<KeyRequest, { id: string }> = {
  ...common,
  name: 'pix-key.remove',
  repeatable: true,
  async send({ row, request, port, change }) {
    const outcome = await partOf(port, 'pixKeys').remove(request.id, change);
    const value = { id: request.id };
    if (outcome.kind === 'done') {
      const lookUp = () => isGoneNow(request, port, LOOK_UP_CALL);
      return verifyOutcome({ ...outcome, value }, () => false, lookUp);
    }
    // Gone at a second send: the first one succeeded.
    const gone = outcome.kind === 'refused' && outcome.error.details.provider?.status === 404;
    return gone && mayBeSent(row) ? { kind: 'done', value, requestId: null, date: null } : outcome;
  },
  lookUp: ({ request, port, call }) => isGoneNow(request, port, call),
  show: ({ id }) => ({ id }),
};

async function isDefaultNow(
  { id }: KeyRequest,
  port: ProviderPort,
  call: Call,
): Promise<LookUp<PixKey | null>> {
  const { keys, hasField } = await keysOf(port, call);
  const key = keys.find((one) => one.id === id);
  if (key?.isDefault === true) return { found: 'there', value: key };
  return key?.isDefault === null || !hasField('id') ? { found: 'unsure' } : { found: 'absent', next: 'wait' };
}

async function isGoneNow({ id }: KeyRequest, port: ProviderPort, call: Call): Promise<LookUp<KeyRequest>> {
  const { keys, hasField } = await keysOf(port, call);
  if (keys.some((one) => one.id === id)) return { found: 'absent', next: 'wait' };
  return hasField('id') ? { found: 'there', value: { id } } : { found: 'unsure' };
}

const redact = (key: PixKey): PixKey => ({ ...masked(PixKey, key, { names: false }), other: {} });

/** Keys created and not removed in Guichê, oldest first. The default key is the last one set as default. */
async function localKeys(accountId: string): Promise<PixKey[]> {
  const rows = await db()
    .select({ kind: operations.kind, target: operations.target, result: operations.result })
    .from(operations)
    .where(confirmedOf(accountId, CREATE_KEY.name, DEFAULT_KEY.name, REMOVE_KEY.name))
    .orderBy(asc(operations.settledAt), asc(operations.id));
  const keys = new Map<string, PixKey>();
  for (const { kind, target, result } of rows) {
    const created = PixKey.safeParse((result as { key?: unknown } | null)?.key).data;
    if (kind === CREATE_KEY.name && created !== undefined) keys.set(created.id, created);
    if (kind === REMOVE_KEY.name) keys.delete(target);
    if (kind === DEFAULT_KEY.name)
      for (const [id, key] of keys) keys.set(id, { ...key, isDefault: id === target });
  }
  return [...keys.values()];
}

/** The account's own keys (document 2), unmasked for roles with `reveal`, who hand them out. */
export async function listPixKeys({ ctx }: { ctx: Ctx }): Promise<PixKeyList> {
  const listed = await ctx.part('pixKeys').list(ctx.call).catch(nullOn('not_supported'));
  const { items, ...read } = listed ?? { items: await localKeys(ctx.account.id) };
  const answer = { items, ...visibleProblemsOf(read), asOf: databaseIso(), listed: listed !== null };
  return serializeFor(ctx, PixKeyList, answer, { inClear: ctx.permissions.has('reveal') });
}

/** Creates a key. The directory generates a random one; any other must be given and belong to the holder. */
export async function createPixKey({ ctx, body: { type, key: typed } }: Args<'POST /pix-keys'>) {
  const keys = ctx.part('pixKeys');
  const key = typed === undefined ? null : directoryKey(typed, type);
  throwFieldErrors(
    type === 'EVP' && typed !== undefined && ['key', 'not_wanted'],
    type !== 'EVP' && typed === undefined && ['key', 'required'],
    type !== 'EVP' && typed !== undefined && key === null && ['key', 'key_invalid'],
  );
  const listed = await ifAnswered(keys.list(ctx.call));
  const before = listed?.items.map(({ id }) => id) ?? null;
  return performAndAnswer(
    ctx,
    CREATE_KEY,
    {
      target: key === null ? type : `${type} ${subjectsOf(ctx.account.id, key)[0]?.slice(0, 16)}`,
      request: { type, before, ...(key === null ? {} : { key }) },
      intent: { pixKeyType: type.toLowerCase(), ...(key === null ? {} : { pixKey: maskPixKey(key, type) }) },
    },
    { status: 201 },
  );
}

export const setDefaultPixKey = async ({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> =>
  performAndAnswer(ctx, DEFAULT_KEY, await keyNamed(ctx, id));

export const removePixKey = async ({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> =>
  performAndAnswer(ctx, REMOVE_KEY, await keyNamed(ctx, id));

/** Finds a key by its id or by itself, as in an address. The requested id if the list cannot be read. */
async function keyNamed(ctx: Ctx, requested: string) {
  const listed = await ctx
    .part('pixKeys')
    .list(ctx.call)
    .catch(() => null);
  const found =
    listed?.items.find((key) => key.id === requested) ?? listed?.items.find(({ key }) => key === requested);
  const id = found?.id ?? requested;
  const { key = null, type = null } = found ?? {};
  const intent =
    key === null ? {} : { pixKey: maskPixKey(key, type), pixKeyType: type?.toLowerCase() ?? null };
  return { target: id, names: [id], request: { id }, intent };
}
