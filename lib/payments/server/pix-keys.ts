import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { maskDeep } from '#lib/mask.ts';
import { maskPixKey } from '#lib/mask-forms.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { subjectOf } from '#lib/operations/server/twin.ts';
import { refuseFaults } from '#lib/payments/server/faults.ts';
import { operatorCall, part } from '#lib/payments/server/payments-of.ts';
import { CREATE_KEY, DEFAULT_KEY, REMOVE_KEY } from '#lib/payments/server/pix-key-operation.ts';
import { directoryKey } from '#lib/pix-key.ts';
import { ifAnswered } from '#lib/providers/if-answered.ts';
import type { PixKey } from '#lib/providers/money-records.ts';

type KeyWord = 'EVP' | 'CNPJ' | 'CPF' | 'EMAIL' | 'PHONE';

/** The account's own keys (document 2): in clear for roles with `reveal`, who hand them out. */
export async function listPixKeys({ ctx }: { ctx: Ctx }): Promise<{ items: PixKey[]; asOf: string }> {
  const keys = await part(ctx.port, 'pixKeys').list(operatorCall(ctx));
  const asOf = new Date().toISOString();
  return { items: ctx.permissions.has('reveal') ? keys : keys.map(masked), asOf };
}

const masked = (key: PixKey): PixKey => ({
  ...key,
  key: key.key === null ? null : maskPixKey(key.key, key.type),
  other: maskDeep(key.other, { names: false }) as PixKey['other'],
});

/** A random key is made by the directory; every other one is named, and must be the holder's. */
export async function createPixKey({
  ctx,
  body: { type, key: typed },
}: {
  ctx: Ctx;
  body: { type: KeyWord; key?: string | undefined };
}): Promise<Reply> {
  const keys = part(ctx.port, 'pixKeys');
  const key = typed === undefined ? undefined : (directoryKey(typed, type) ?? null);
  refuseFaults(
    type === 'EVP' && typed !== undefined && ['key', 'not_wanted'],
    type !== 'EVP' && typed === undefined && ['key', 'required'],
    type !== 'EVP' && key === null && ['key', 'key_invalid'],
  );
  const listed = await ifAnswered(keys.list(operatorCall(ctx)));
  const before = listed?.map(({ id }) => id) ?? null;
  const named = key ?? undefined;
  return performAndAnswer(
    ctx,
    CREATE_KEY,
    {
      target: named === undefined ? type : `${type} ${subjectOf(ctx.account.id, named).slice(0, 16)}`,
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
  part(ctx.port, 'pixKeys');
  return performAndAnswer(ctx, DEFAULT_KEY, { target: id, request: { id }, intent: await nameOf(ctx, id) });
}

export async function removePixKey({ ctx, id }: { ctx: Ctx; id: string }): Promise<Reply> {
  part(ctx.port, 'pixKeys');
  return performAndAnswer(ctx, REMOVE_KEY, { target: id, request: { id }, intent: await nameOf(ctx, id) });
}

/** Which key it is, masked; without it the change goes on all the same. */
async function nameOf(ctx: Ctx, id: string): Promise<Record<string, unknown>> {
  const keys = await part(ctx.port, 'pixKeys')
    .list(operatorCall(ctx))
    .catch(() => []);
  const found = keys.find((key) => key.id === id);
  if (found === undefined || found.key === null) return {};
  return { pixKey: maskPixKey(found.key, found.type), pixKeyType: found.type?.toLowerCase() ?? null };
}
