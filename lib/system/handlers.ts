import 'server-only';
import { originOf } from '#lib/api/context.ts';
import type { Handlers } from '#lib/api/serve.ts';
import { readCookie } from '#lib/auth/server/cookies.ts';
import { setUpAdmin } from '#lib/auth/server/first-admin.ts';
import { issueSession } from '#lib/auth/server/session-cookies.ts';
import type { systemEndpoints } from '#lib/system/contract.ts';
import { checkReady } from '#lib/system/server/check-ready.ts';
import { getMetrics } from '#lib/system/server/get-metrics.ts';

export const systemHandlers = {
  'GET /api/health': () => ({ alive: true as const }),
  'GET /api/ready': () => checkReady(),
  'GET /api/metrics': ({ request }) => getMetrics(request.headers.get('authorization')),
  'POST /api/set-up': async ({ body: { token, ...person }, request }) => {
    const { operatorId, sessionId } = await setUpAdmin(token, person, originOf(request.headers));
    await issueSession(operatorId, sessionId, readCookie(request.headers));
  },
} satisfies Handlers<typeof systemEndpoints>;
