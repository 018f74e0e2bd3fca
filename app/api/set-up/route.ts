import { originOf } from '#lib/api/request-origin.ts';
import { route } from '#lib/api/route.ts';
import { setUpAdmin } from '#lib/auth/server/first-admin.ts';
import { giveSession } from '#lib/auth/server/session-cookies.ts';

export const POST = route('POST /api/set-up', async ({ body: { token, ...person }, request }) => {
  const { operatorId, sessionId } = await setUpAdmin(token, person, originOf(request.headers));
  await giveSession(operatorId, sessionId);
});
