import 'server-only';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { setCookie } from '#lib/auth/server/cookies.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
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

type Given = { [K in keyof Preferences]?: Preferences[K] | undefined };

/**
 * Kept preferences with what is given over them, as the row holds them when it is written: another tab may save
 * another one at the same time, and skip another step of the first day. The language in use is kept where none was, as
 * letters are written in it.
 */
export function preferencesWith({ locale }: Pick<OperatorCtx, 'locale'>, { firstDay, ...given }: Given): SQL {
  const language = sql`jsonb_build_object('language', ${locale}::text)`;
  const skipped =
    firstDay === undefined
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object('firstDay', coalesce(${operators.preferences} -> 'firstDay', '[]')
          || (${JSON.stringify(firstDay)}::jsonb - array(
            select jsonb_array_elements_text(coalesce(${operators.preferences} -> 'firstDay', '[]')))))`;
  return sql`${language} || ${operators.preferences} || ${JSON.stringify(given)}::jsonb || ${skipped}`;
}

/** Changes what is given; what another tab saved since this session was read stays. */
export async function savePreferences({
  ctx,
  body,
}: {
  ctx: OperatorCtx;
  body: Given;
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

/** The language of the pages to come, before anybody is known too. */
export function saveLocale(language: Preferences['language']): void {
  setCookie('locale', language, { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS });
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}
