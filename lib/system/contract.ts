import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { PastedEmail } from '#lib/api/query-fields.ts';

export const systemEndpoints = {
  'GET /api/health': { permission: null, auth: 'none', response: z.object({ alive: z.literal(true) }) },
  'GET /api/ready': { permission: null, auth: 'none', response: z.object({ ready: z.literal(true) }) },
  /** Prometheus text format. `not_found` when METRICS_TOKEN is not set or the header lacks it. */
  'GET /api/metrics': { permission: null, auth: 'token', answer: 'raw' },
  'POST /api/set-up': {
    permission: null,
    auth: 'none',
    body: z.strictObject({
      token: z.string().min(16).max(128),
      name: z.string().trim().min(1).max(80),
      email: PastedEmail,
      password: z.string().min(12).max(256),
    }),
    status: 204,
  },
} as const satisfies EndpointMap;
