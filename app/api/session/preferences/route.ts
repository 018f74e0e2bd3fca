import { cookies } from 'next/headers';
import { route } from '#lib/api/route.ts';
import { savePreferences } from '#lib/session/server/preferences.ts';

const YEAR = 31_536_000;

export const PUT = route('PUT /api/session/preferences', async ({ ctx, body }) => {
  const preferences = await savePreferences({ ctx, body });
  (await cookies()).set('locale', preferences.language, { path: '/', sameSite: 'lax', maxAge: YEAR });
  return preferences;
});
