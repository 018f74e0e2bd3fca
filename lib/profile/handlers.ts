import 'server-only';
import { originOf } from '#lib/api/request-origin.ts';
import type { Handlers } from '#lib/api/serve.ts';
import type { profileEndpoints } from '#lib/profile/contract.ts';
import { changePassword } from '#lib/profile/server/change-password.ts';
import { addCodeApp, confirmCodeApp, newRecoveryCodes, removeCodeApp } from '#lib/profile/server/code-app.ts';
import { passkeyChallenge } from '#lib/profile/server/passkey-challenge.ts';
import { createPasskey, listPasskeys, offerPasskey, removePasskey } from '#lib/profile/server/passkeys.ts';
import { changeProfile, showProfile } from '#lib/profile/server/profile.ts';
import { endOtherSessions, endOwnSession, listSessions } from '#lib/profile/server/sessions.ts';
import { saveLocale } from '#lib/session/server/preferences.ts';

export const profileHandlers = {
  'GET /api/settings/profile': ({ ctx }) => showProfile({ ctx }),
  'PATCH /api/settings/profile': async ({ ctx, body }) => {
    const profile = await changeProfile({ ctx, body });
    if (body.locale !== undefined) await saveLocale(body.locale);
    return profile;
  },
  'POST /api/settings/profile/password': ({ ctx, body }) => changePassword({ ctx, body }),
  'POST /api/settings/profile/totp': ({ ctx }) => addCodeApp({ ctx }),
  'POST /api/settings/profile/totp/confirm': ({ ctx, body }) => confirmCodeApp({ ctx, otp: body.otp }),
  'DELETE /api/settings/profile/totp': ({ ctx }) => removeCodeApp({ ctx }),
  'POST /api/settings/profile/recovery-codes': ({ ctx }) => newRecoveryCodes({ ctx }),
  'GET /api/settings/profile/passkeys': ({ ctx }) => listPasskeys({ ctx }),
  'POST /api/settings/profile/passkeys/options': ({ ctx }) => offerPasskey({ ctx }),
  'POST /api/settings/profile/passkeys': ({ ctx, body }) => createPasskey({ ctx, body }),
  'DELETE /api/settings/profile/passkeys/{id}': ({ ctx, params }) => removePasskey({ ctx, id: params.id }),
  'GET /api/settings/sessions': ({ ctx }) => listSessions({ ctx }),
  'DELETE /api/settings/sessions/{id}': ({ ctx, params }) => endOwnSession({ ctx, id: params.id }),
  'POST /api/settings/sessions/end-others': ({ ctx }) => endOtherSessions({ ctx }),
  'POST /api/passkeys/options': ({ body, request }) =>
    passkeyChallenge(body.purpose, (name) => request.cookies.get(name)?.value, originOf(request.headers)),
} satisfies Handlers<typeof profileEndpoints>;
