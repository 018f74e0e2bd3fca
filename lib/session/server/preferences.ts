import 'server-only';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { setCookie } from '#lib/auth/server/cookies.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { Preferences } from '#lib/session/contract.ts';

/** The stored preferences, completed by defaults. The language is the one in use now. */
export function readPreferences(ctx: OperatorCtx): Preferences {
  const stored = Preferences.partial().safeParse(ctx.operator.preferences);
  return {
    theme: 'system',
    density: 'compact',
    singleKeys: true,
    firstDay: [],
    ...(stored.success ? withoutUndefined(stored.data) : {}),
    language: ctx.locale,
  };
}

type PartialPreferences = { [K in keyof Preferences]?: Preferences[K] | undefined };

/**
 * SQL: the stored preferences with `changes` applied. It is computed in the update, so that two tabs do not
 * overwrite each other's preference or skipped step. The language in use is stored if none was, because
 * e-mails use it.
 */
export function preferencesWith(
  { locale }: Pick<OperatorCtx, 'locale'>,
  { firstDay, ...changes }: PartialPreferences,
): SQL {
  const language = sql`jsonb_build_object('language', ${locale}::text)`;
  const skipped =
    firstDay === undefined
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object('firstDay', coalesce(${operators.preferences} -> 'firstDay', '[]')
          || (${JSON.stringify(firstDay)}::jsonb - array(
            select jsonb_array_elements_text(coalesce(${operators.preferences} -> 'firstDay', '[]')))))`;
  return sql`${language} || ${operators.preferences} || ${JSON.stringify(changes)}::jsonb || ${skipped}`;
}

/** Saves the changed preferences and keeps what another tab saved meanwhile. */
export async function savePreferences({
  ctx,
  body,
}: {
  ctx: OperatorCtx;
  body: PartialPreferences;
}): Promise<Preferences> {
  const [row] = await invalidateAfter('people', () =>
    db()
      .update(operators)
      .set({ preferences: preferencesWith(ctx, body) })
      .where(eq(operators.id, ctx.operator.id))
      .returning({ preferences: operators.preferences }),
  );
  const operator = { ...ctx.operator, preferences: row?.preferences };
  return readPreferences({ ...ctx, operator, locale: body.language ?? ctx.locale });
}

const YEAR_SECONDS = 31_536_000;

/** Sets the language cookie; the pages before sign-in use it too. */
export function saveLocale(language: Preferences['language']): void {
  setCookie('locale', language, { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS });
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}
