import 'server-only';
import { z } from 'zod';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { masked, maskedOver } from '#lib/core/masking/pii.ts';

/** Values already masked and parsed, with their schema. They are not masked or parsed again. */
const presented = new WeakMap<object, z.ZodType>();

const fast = new WeakMap<z.ZodType, z.ZodType>();

function compiled<S extends z.ZodType>(schema: S): S {
  const parser = fast.get(schema) ?? z.compile(schema);
  fast.set(schema, parser);
  return parser as S;
}

/**
 * Masks a value by its schema for this operator, then parses it, so that no other field leaves. `inClear`:
 * unmasked, after `presentOne` checked the permission and audited it.
 */
export function serializeFor<S extends z.ZodType>(
  ctx: OperatorCtx | null,
  schema: S,
  value: z.input<S>,
  { inClear = false } = {},
): z.output<S> {
  if (typeof value === 'object' && value !== null && presented.get(value) === schema)
    return value as z.output<S>;
  const shown = inClear ? parse(schema, value) : hidden(schema, value, ctx?.permissions ?? new Set());
  if (typeof shown === 'object' && shown !== null) presented.set(shown, schema);
  return shown;
}

const parse = <S extends z.ZodType>(schema: S, value: unknown) => compiled(schema).parse(value);

/** A value that is invalid before masking takes the slow path: the error is about the masked value. */
function hidden<S extends z.ZodType>(schema: S, value: z.input<S>, may: ReadonlySet<string>): z.output<S> {
  const options = { names: may.has('reveal'), may };
  try {
    return maskedOver(schema, value, options, parse);
  } catch {
    return parse(schema, masked(schema, value as z.output<S>, options));
  }
}

/** Arguments to read one record by its id. `reveal` requests it unmasked. */
export type ReadByIdArgs = { ctx: Ctx; id: string; reveal?: boolean };

/** Reads and masks one record. `reveal` is checked before the read (`forbidden`) and audited as `action`. */
export async function presentOne<S extends z.ZodType>(
  { ctx, id, reveal: inClear = false }: ReadByIdArgs,
  [schema, action]: [S, AuditAction],
  read: () => Promise<z.input<S>>,
): Promise<z.output<S>> {
  if (inClear && !ctx.permissions.has('reveal')) {
    await auditOnce(ctx, { action, target: id, after: { needed: 'reveal' } });
    throw new GuicheError('forbidden', 'Personal data may not be revealed.');
  }
  const value = await read();
  if (inClear) await ctx.audit({ action, target: id });
  return serializeFor(ctx, schema, value, { inClear });
}
