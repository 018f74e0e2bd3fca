import 'server-only';
import { originOf } from '#lib/api/context.ts';
import type { Handlers } from '#lib/api/serve.ts';
import { readCookie } from '#lib/auth/server/cookies.ts';
import type { ssoEndpoints } from '#lib/sso/contract.ts';
import { endSignOn, finishSignOn, startSignOn } from '#lib/sso/server/sign-on.ts';

export const ssoHandlers = {
  'GET /api/sso/start': ({ query, request }) =>
    startSignOn(query, readCookie(request.headers), originOf(request.headers)),
  'GET /api/sso/callback': ({ request }) =>
    finishSignOn(new URL(request.url).search, readCookie(request.headers), originOf(request.headers)),
  'GET /api/sso/end': () => endSignOn(),
} satisfies Handlers<typeof ssoEndpoints>;
