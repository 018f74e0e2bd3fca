import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { settings } from '#lib/env/settings.ts';
import { GuicheError } from '#lib/errors.ts';
import { databaseFigures } from '#lib/system/server/database-figures.ts';
import { processFigures } from '#lib/system/server/process-figures.ts';
import { metrics } from '#lib/telemetry/metrics.ts';

/** Everything that is counted, for whoever holds METRICS_TOKEN; to everybody else there is no such address. */
export async function getMetrics(authorization: string | null): Promise<Response> {
  const { metricsToken } = settings();
  const counted = metrics();
  if (counted === null || metricsToken === null || !isSame(authorization ?? '', `Bearer ${metricsToken}`))
    throw new GuicheError('not_found', 'No such endpoint.');
  const read = await databaseFigures();
  counted.setReadings([...read, ...processFigures()]);
  const headers = { 'content-type': counted.registry.contentType, 'cache-control': 'private, no-store' };
  return new Response(await counted.registry.metrics(), { headers });
}

/** Takes as long for any other text, whatever of it is right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
