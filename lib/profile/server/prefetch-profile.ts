import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { profileKeys } from '#lib/profile/queries.ts';
import { listPasskeys } from '#lib/profile/server/passkeys.ts';
import { listSessions, showProfile } from '#lib/profile/server/profile.ts';

/** Reads the operator's profile, passkeys and sessions for the page's first paint. */
export const prefetchProfile = ({ ctx }: { ctx: OperatorCtx }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(profileKeys.own(), () => showProfile({ ctx })),
    one(profileKeys.passkeys(), async () => (await listPasskeys({ ctx })).items),
    one(profileKeys.sessions(), async () => (await listSessions({ ctx })).items),
  ]);
