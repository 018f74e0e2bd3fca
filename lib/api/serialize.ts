import 'server-only';
import { z } from 'zod';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { masked, maskedOver } from '#lib/core/masking/pii.ts';

/** Values already presented, with their schema: they are not masked or parsed again on the way out. */
const presented = new WeakMap<object, z.ZodType>();

const fast = new WeakMap<z.ZodType, z.ZodType>();

/** The schema with a parser made for it; made when it is first asked for. */
function compiled<S extends z.ZodType>(schema: S): S {
  const made = fast.get(schema) ?? z.compile(schema);
  fast.set(schema, made);
  return made as S;
}

/**
 * The one way out of what a schema describes: masked by its fields for this operator (people's names stand for roles
 * with `reveal`), then parsed, so that a field it does not name never leaves. `inClear`: the operator may see all of it,
 * asked for it, and the audit knows (`presentOne`).
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

/** A value that fits only once it is masked, or not at all, goes the long way: its faults are those of what would leave. */
function hidden<S extends z.ZodType>(schema: S, value: z.input<S>, may: ReadonlySet<string>): z.output<S> {
  const options = { names: may.has('reveal'), may };
  try {
    return maskedOver(schema, value, options, parse);
  } catch {
    return parse(schema, masked(schema, value as z.output<S>, options));
  }
}

/** One thing that is asked for by its id; `reveal`: in clear. */
export type OneAsked = { ctx: Ctx; id: string; reveal?: boolean };

/**
 * Reads one thing and presents it. To reveal it takes the permission `reveal` (else `forbidden`, before anything is
 * read), and the reading is in the audit (`action`) before the answer leaves.
 */
export async function presentOne<S extends z.ZodType>(
  { ctx, id, reveal: inClear = false }: OneAsked,
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
