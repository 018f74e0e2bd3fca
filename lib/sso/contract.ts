import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';

const OPEN = { permission: null, auth: 'none', answer: 'raw' } as const;

export const ssoEndpoints = {
  /** To the issuer; `step-up` asks the person there once more, whatever session they have with it. */
  'GET /api/sso/start': {
    ...OPEN,
    query: z.strictObject({
      purpose: z.enum(['sign-in', 'step-up']).default('sign-in'),
      callbackUrl: z.string().max(2000).optional(),
    }),
  },
  /** Back from it, with whatever it adds to the address. */
  'GET /api/sso/callback': { ...OPEN, query: z.record(z.string(), z.string()) },
  /** Signs out there too, where the issuer offers it. */
  'GET /api/sso/end': { ...OPEN },
} as const satisfies EndpointMap;
