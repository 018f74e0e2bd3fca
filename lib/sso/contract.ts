import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';

const OPEN = { permission: null, auth: 'none', answer: 'raw' } as const;

export const ssoEndpoints = {
  /** Redirects to the issuer. `step-up`: the person authenticates again, even within a session there. */
  'GET /api/sso/start': {
    ...OPEN,
    query: z.strictObject({
      purpose: z.enum(['sign-in', 'step-up']).default('sign-in'),
      callbackUrl: z.string().max(2000).optional(),
    }),
  },
  /** The return from the issuer, with the parameters it adds. */
  'GET /api/sso/callback': { ...OPEN, query: z.record(z.string(), z.string()) },
  /** Signs out at the issuer too, if it supports that. */
  'GET /api/sso/end': { ...OPEN },
} as const satisfies EndpointMap;
