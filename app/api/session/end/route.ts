import { cookies } from 'next/headers';
import { route } from '#lib/api/route.ts';
import { SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { endSession } from '#lib/auth/server/session.ts';

export const POST = route('POST /api/session/end', async ({ ctx }) => {
  await endSession(ctx.sessionId);
  await ctx.audit({ action: 'sign-out', target: ctx.sessionId.slice(0, 6) });
  (await cookies()).delete(SESSION_COOKIE());
});
