import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { pii } from '#lib/core/masking/pii.ts';

export const eventEndpoints = {
  /**
   * Server-sent events: `changed` with `{ keys }`, query keys (or beginnings of them) whose data changed; `beat`
   * at once and every 20 s; `closed` with `{ reason }` (session, account, server) before the end.
   */
  'GET /events': { permission: 'read', answer: 'events' },
} as const satisfies EndpointMap;

/** Keys that `changed` carries: features, and what follows them, ids of the provider among it. */
export const Changed = z.object({ keys: z.array(z.array(pii.reference(z.string()))) });

/** Why the server ends a stream; after `session` and `account` opening it again is of no use. */
export type ClosedReason = 'session' | 'account' | 'server';
