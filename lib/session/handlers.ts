import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { dropCookie, SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { signOut } from '#lib/auth/server/session.ts';
import type { sessionEndpoints } from '#lib/session/contract.ts';
import {
  getSession,
  listVisibleAccounts,
  saveLocale,
  savePreferences,
} from '#lib/session/server/get-session.ts';
import { stepUp } from '#lib/session/server/step-up.ts';

export const sessionHandlers = {
  'GET /api/accounts': async ({ ctx }) => ({
    items: await listVisibleAccounts({ ctx }),
  }),
  'POST /api/session/end': async ({ ctx }) => {
    await signOut(ctx.sessionId, ctx.request);
    dropCookie(SESSION_COOKIE());
  },
  'PUT /api/session/preferences': async ({ ctx, body }) => {
    const preferences = await savePreferences({ ctx, body });
    if (body.language !== undefined) saveLocale(body.language);
    return preferences;
  },
  'GET /api/session': getSession,
  'POST /api/step-up': stepUp,
} satisfies Handlers<typeof sessionEndpoints>;
