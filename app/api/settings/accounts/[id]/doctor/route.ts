import { route } from '#lib/api/route.ts';
import { lastReport, runDoctor } from '#lib/doctor/server/run-doctor.ts';

export const GET = route('GET /api/settings/accounts/{id}/doctor', ({ params }) =>
  lastReport({ id: params.id }),
);
export const POST = route('POST /api/settings/accounts/{id}/doctor', ({ ctx, params }) =>
  runDoctor({ ctx, id: params.id }),
);
