import 'server-only';
import { originOf } from '#lib/api/context.ts';
import type { Handlers } from '#lib/api/serve.ts';
import { readCookie } from '#lib/auth/server/cookies.ts';
import type { profileEndpoints } from '#lib/profile/contract.ts';
import {
  addCodeApp,
  changePassword,
  changeProfile,
  confirmCodeApp,
  createPasskey,
  endOtherSessions,
  endOwnSession,
  listPasskeys,
  listSessions,
  newRecoveryCodes,
  offerPasskey,
  passkeyChallenge,
  removeCodeApp,
  removePasskey,
  showProfile,
} from '#lib/profile/server/profile.ts';
import { saveLocale } from '#lib/session/server/get-session.ts';

export const profileHandlers = {
  'GET /api/settings/profile': showProfile,
  'PATCH /api/settings/profile': async ({ ctx, body }) => {
    const profile = await changeProfile({ ctx, body });
    if (body.locale !== undefined) await saveLocale(body.locale);
    return profile;
  },
  'POST /api/settings/profile/password': changePassword,
  'POST /api/settings/profile/totp': addCodeApp,
  'POST /api/settings/profile/totp/confirm': ({ ctx, body }) => confirmCodeApp({ ctx, otp: body.otp }),
  'DELETE /api/settings/profile/totp': removeCodeApp,
  'POST /api/settings/profile/recovery-codes': newRecoveryCodes,
  'GET /api/settings/profile/passkeys': listPasskeys,
  'POST /api/settings/profile/passkeys/options': offerPasskey,
  'POST /api/settings/profile/passkeys': createPasskey,
  'DELETE /api/settings/profile/passkeys/{id}': removePasskey,
  'GET /api/settings/sessions': listSessions,
  'DELETE /api/settings/sessions/{id}': endOwnSession,
  'POST /api/settings/sessions/end-others': endOtherSessions,
  'POST /api/passkeys/options': ({ body, request }) =>
    passkeyChallenge(body.purpose, readCookie(request.headers), originOf(request.headers)),
} satisfies Handlers<typeof profileEndpoints>;
