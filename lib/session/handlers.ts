import 'server-only';
import { cookies } from 'next/headers';
import type { Handlers } from '#lib/api/serve.ts';
import { SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { signOut } from '#lib/auth/server/sign-out.ts';
import type { sessionEndpoints } from '#lib/session/contract.ts';
import { getSession, listVisibleAccounts } from '#lib/session/server/get-session.ts';
import { savePreferences } from '#lib/session/server/preferences.ts';
import { stepUp } from '#lib/session/server/step-up.ts';

const YEAR = 31_536_000;
export const sessionHandlers = {
  'GET /api/accounts': async ({ ctx }) => ({
    items: await listVisibleAccounts({ ctx }),
  }),
  'POST /api/session/end': async ({ ctx }) => {
    await signOut(ctx.sessionId, ctx.request);
    (await cookies()).delete(SESSION_COOKIE());
  },
  'PUT /api/session/preferences': async ({ ctx, body }) => {
    const preferences = await savePreferences({ ctx, body });
    (await cookies()).set('locale', preferences.language, { path: '/', sameSite: 'lax', maxAge: YEAR });
    return preferences;
  },
  'GET /api/session': ({ ctx }) => getSession({ ctx }),
  'POST /api/step-up': ({ ctx, body }) => stepUp({ ctx, body }),
} satisfies Handlers<typeof sessionEndpoints>;
