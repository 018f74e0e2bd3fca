import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { doctorEndpoints } from '#lib/doctor/contract.ts';
import { lastReport, runDoctor, tryCredential, tryNewAccount } from '#lib/doctor/server/examine.ts';

export const doctorHandlers = {
  'GET /api/settings/accounts/{id}/doctor': lastReport,
  'POST /api/settings/accounts/{id}/doctor': runDoctor,
  'POST /api/settings/accounts/{id}/test': tryCredential,
  'POST /api/settings/accounts/test': tryNewAccount,
} satisfies Handlers<typeof doctorEndpoints>;
