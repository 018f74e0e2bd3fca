import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { inTime, type PageState, pageState } from '#lib/api/page-state.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { profileKeys } from '#lib/profile/queries.ts';
import { listPasskeys } from '#lib/profile/server/passkeys.ts';
import { showProfile } from '#lib/profile/server/profile.ts';
import { listSessions } from '#lib/profile/server/sessions.ts';

/** One's own profile, keys and sessions, for the page's first paint. */
export async function prefetchProfile({ ctx }: { ctx: OperatorCtx }): Promise<PageState> {
  const client = makeQueryClient();
  const read = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
    client.prefetchQuery({ queryKey, queryFn, retry: false });
  await inTime([
    read(profileKeys.own(), () => showProfile({ ctx })),
    read(profileKeys.passkeys(), async () => (await listPasskeys({ ctx })).items),
    read(profileKeys.sessions(), async () => (await listSessions({ ctx })).items),
  ]);
  return pageState(client, ctx);
}
