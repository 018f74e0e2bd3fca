import 'server-only';
import { connectionsNow } from '#lib/db/client.ts';
import { streamsNow } from '#lib/events/server/hub.ts';
import { monitorsNow } from '#lib/providers/registry.ts';
import type { Reading } from '#lib/telemetry/figures.ts';

export const CIRCUIT_STATES = ['closed', 'open', 'half_open'] as const;

/** Figures that this process knows without asking anybody. */
export function processFigures(): Reading[] {
  return [
    { figure: 'guiche_event_streams', labels: [], value: streamsNow() },
    ...Object.entries(connectionsNow() ?? {}).map(
      ([state, value]): Reading => ({ figure: 'guiche_database_connections', labels: [state], value }),
    ),
    ...monitorsNow().flatMap(({ slug, monitor }): Reading[] => [
      ...CIRCUIT_STATES.map(
        (state): Reading => ({
          figure: 'guiche_provider_circuit',
          labels: [slug, state],
          value: Number(monitor.circuit.state === state),
        }),
      ),
      { figure: 'guiche_provider_retries_total', labels: [slug], value: monitor.retries.taken },
      {
        figure: 'guiche_provider_refused',
        labels: [slug],
        value: Number(monitor.health().blockedBy !== null),
      },
    ]),
  ];
}
