import 'server-only';
import { cookies, headers } from 'next/headers';
import { originOf } from '#lib/api/request-origin.ts';
import { identify } from '#lib/api/steps/identify.ts';
import { readPreferences } from '#lib/session/server/preferences.ts';

/** Theme and density of whoever looks, rendered with the page so that nothing flashes. */
export async function pageLook(): Promise<{ theme: string; density: string }> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const who = await identify((name) => jar.get(name)?.value, originOf(head)).catch(() => null);
  return who === null ? { theme: 'system', density: 'compact' } : readPreferences(who);
}
