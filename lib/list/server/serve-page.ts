import 'server-only';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { visibleProblemsOf } from '#lib/api/reading.ts';
import type { PageAsk, Reading } from '#lib/providers/port.ts';

type Asked = { limit: number; cursor?: string | undefined };

/**
 * One page of a list as its answer says it, from the place on that its cursor seals. A cursor holds for its own `scope`
 * (`listScope`); GuicheError `invalid_request` for that of another.
 */
export async function servePage<P extends Reading & { next: unknown }>(
  scope: string,
  { limit, cursor }: Asked,
  read: (ask: PageAsk) => Promise<P>,
) {
  const position = cursor === undefined ? null : openCursor(scope, cursor);
  const found = await read({ limit, position });
  const { next, ...page } = found;
  const nextCursor = next === null ? null : sealCursor(scope, next);
  return { ...page, ...visibleProblemsOf(found), nextCursor };
}
