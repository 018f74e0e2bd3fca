import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { settings } from '#lib/env/settings.ts';
import { GuicheError } from '#lib/errors.ts';
import { databaseFigures } from '#lib/system/server/database-figures.ts';
import { processFigures } from '#lib/system/server/process-figures.ts';
import { meters } from '#lib/watch/meters.ts';

/** Everything that is counted, for whoever holds METRICS_TOKEN; to everybody else there is no such address. */
export async function getMetrics(authorization: string | null): Promise<Response> {
  const { metricsToken } = settings();
  const counted = meters();
  if (counted === null || metricsToken === null || !isSame(authorization ?? '', `Bearer ${metricsToken}`))
    throw new GuicheError('not_found', 'No such endpoint.');
  const read = await databaseFigures();
  counted.show([...read, ...processFigures()]);
  const headers = { 'content-type': counted.registry.contentType, 'cache-control': 'private, no-store' };
  return new Response(await counted.registry.metrics(), { headers });
}

/** Takes as long for any other text, whatever of it is right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
