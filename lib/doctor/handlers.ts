import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { doctorEndpoints } from '#lib/doctor/contract.ts';
import { lastReport, runDoctor } from '#lib/doctor/server/run-doctor.ts';
import { tryCredential, tryNewAccount } from '#lib/doctor/server/try-account.ts';

export const doctorHandlers = {
  'GET /api/settings/accounts/{id}/doctor': ({ params }) => lastReport({ id: params.id }),
  'POST /api/settings/accounts/{id}/doctor': ({ ctx, params }) => runDoctor({ ctx, id: params.id }),
  'POST /api/settings/accounts/{id}/test': ({ ctx, params, body }) =>
    tryCredential({ ctx, id: params.id, body }),
  'POST /api/settings/accounts/test': tryNewAccount,
} satisfies Handlers<typeof doctorEndpoints>;
