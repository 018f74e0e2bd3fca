import 'server-only';
import { eq } from 'drizzle-orm';
import { cookies } from 'next/headers';
import type { OperatorCtx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { operators } from '#lib/db/schema/operators.ts';
import { Preferences } from '#lib/session/contract.ts';

/** The kept preferences, with the product's defaults for the rest; the language is the one in use now. */
export function readPreferences(ctx: OperatorCtx): Preferences {
  const kept = Preferences.partial().safeParse(ctx.operator.preferences);
  return {
    theme: 'system',
    density: 'compact',
    singleKeys: true,
    firstDay: [],
    ...(kept.success ? withoutUndefined(kept.data) : {}),
    language: ctx.locale,
  };
}

export async function savePreferences({
  ctx,
  body,
}: {
  ctx: OperatorCtx;
  body: { [K in keyof Preferences]?: Preferences[K] | undefined };
}) {
  const next = { ...readPreferences(ctx), ...withoutUndefined(body) };
  await writing('people', () =>
    db().update(operators).set({ preferences: next }).where(eq(operators.id, ctx.operator.id)),
  );
  return next;
}

const YEAR_SECONDS = 31_536_000;

/** The language of the pages to come, before anybody is known too. */
export async function saveLocale(language: Preferences['language']): Promise<void> {
  (await cookies()).set('locale', language, { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS });
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}
