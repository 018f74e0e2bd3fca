import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { pii } from '#lib/core/masking/pii.ts';

export const eventEndpoints = {
  /** `changed` with `{ keys }`, `beat` at once and every 20 s, `closed` with `{ reason }` before the end. */
  'GET /events': { permission: 'read', answer: 'events' },
} as const satisfies EndpointMap;

/** The keys of `changed`: a feature and its key parts, which may include the provider's ids. */
export const Changed = z.object({ keys: z.array(z.array(pii.reference(z.string()))) });

/** Why the server ends a stream. After `session` or `account`, reopening it fails. */
export type ClosedReason = 'session' | 'account' | 'server';
