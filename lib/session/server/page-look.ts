import 'server-only';
import { cookies, headers } from 'next/headers';
import { originOf } from '#lib/api/request-origin.ts';
import { identify } from '#lib/api/steps/identify.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { readPreferences } from '#lib/session/server/preferences.ts';

/** Theme and density of whoever looks, rendered with the page so that nothing flashes; `now`: the server's time, epoch ms. */
export async function pageLook(): Promise<{ theme: string; density: string; now: number }> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const who = await identify((name) => jar.get(name)?.value, originOf(head)).catch(() => null);
  const look = who === null ? { theme: 'system', density: 'compact' } : readPreferences(who);
  return { theme: look.theme, density: look.density, now: databaseNow() };
}
