import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import type { Reply } from '#lib/api/reply.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { nullOn } from '#lib/core/errors.ts';
import { maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { directoryKey } from '#lib/core/pix/pix-key.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { subjectsOf } from '#lib/operations/server/duplicate-guard.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { PixKeyList } from '#lib/payments/contract.ts';
import { localKeys } from '#lib/payments/server/created-in-guiche.ts';
import { throwFieldErrors } from '#lib/payments/server/faults.ts';
import { CREATE_KEY, DEFAULT_KEY, REMOVE_KEY } from '#lib/payments/server/pix-key-operation.ts';
import { ifAnswered } from '#lib/providers/absence.ts';

/** The account's own keys (document 2), unmasked for roles with `reveal`, who hand them out. */
export async function listPixKeys({ ctx }: { ctx: Ctx }): Promise<PixKeyList> {
  const listed = await ctx.part('pixKeys').list(ctx.call).catch(nullOn('not_supported'));
  const { items, ...read } = listed ?? { items: await localKeys(ctx.account.id) };
  const answer = {
    items,
    ...visibleProblemsOf(read),
    asOf: databaseIso(),
    listed: listed !== null,
  };
  return serializeFor(ctx, PixKeyList, answer, { inClear: ctx.permissions.has('reveal') });
}

/** Creates a key. The directory generates a random one; any other must be given and belong to the holder. */
export async function createPixKey({
  ctx,
  body: { type, key: typed },
}: Args<'POST /pix-keys'>): Promise<Reply> {
  const keys = ctx.part('pixKeys');
  const key = typed === undefined ? undefined : (directoryKey(typed, type) ?? null);
  throwFieldErrors(
    type === 'EVP' && typed !== undefined && ['key', 'not_wanted'],
    type !== 'EVP' && typed === undefined && ['key', 'required'],
    type !== 'EVP' && key === null && ['key', 'key_invalid'],
  );
  const listed = await ifAnswered(keys.list(ctx.call));
  const before = listed?.items.map(({ id }) => id) ?? null;
  const named = key ?? undefined;
  return performAndAnswer(
    ctx,
    CREATE_KEY,
    {
      target: named === undefined ? type : `${type} ${subjectsOf(ctx.account.id, named)[0]?.slice(0, 16)}`,
      request: { type, before, ...(named === undefined ? {} : { key: named }) },
      intent: {
        pixKeyType: type.toLowerCase(),
        ...(named === undefined ? {} : { pixKey: maskPixKey(named, type) }),
      },
    },
    { status: 201 },
  );
}

export async function setDefaultPixKey({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  const { intent, ...thing } = await keyNamed(ctx, id);
  return performAndAnswer(ctx, DEFAULT_KEY, { ...thing, request: { id: thing.target }, intent });
}

export async function removePixKey({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  const { intent, ...thing } = await keyNamed(ctx, id);
  return performAndAnswer(ctx, REMOVE_KEY, { ...thing, request: { id: thing.target }, intent });
}

/**
 * Finds a key by its id, or by the key itself, which an address may contain. If the list cannot be read, the
 * given id is used. `intent`: the masked key and its type.
 */
async function keyNamed(ctx: Ctx, id: string) {
  const keys = await ctx
    .part('pixKeys')
    .list(ctx.call)
    .catch(() => null);
  const found = keys?.items.find((key) => key.id === id) ?? keys?.items.find(({ key }) => key === id);
  const target = found?.id ?? id;
  const maskedKey = found === undefined || found.key === null ? null : maskPixKey(found.key, found.type);
  const intent =
    maskedKey === null ? {} : { pixKey: maskedKey, pixKeyType: found?.type?.toLowerCase() ?? null };
  return { target, names: [target], intent };
}
