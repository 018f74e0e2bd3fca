import { cookies } from 'next/headers';
import { route } from '#lib/api/route.ts';
import { SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { signOut } from '#lib/auth/server/sign-out.ts';

export const POST = route('POST /api/session/end', async ({ ctx }) => {
  await signOut(ctx.sessionId, ctx.request);
  (await cookies()).delete(SESSION_COOKIE());
});
