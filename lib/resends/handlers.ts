import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';
import type { resendEndpoints } from '#lib/resends/contract.ts';
import { cancelResend, continueResend } from '#lib/resends/server/change-resend.ts';
import { listResendItems } from '#lib/resends/server/list-resend-items.ts';
import { exportResends, getResend, listResends } from '#lib/resends/server/list-resends.ts';
import { previewResend, startResend } from '#lib/resends/server/start-resend.ts';

export const resendHandlers = {
  'POST /resends/{id}/cancel': cancelResend,
  'POST /resends/{id}/continue': continueResend,
  'GET /resends/{id}/items': listResendItems,
  'GET /resends/{id}': getResend,
  'POST /resends/preview': previewResend,
  ...exportHandlers('/resends', exportResends),
  'GET /resends': listResends,
  'POST /resends': startResend,
} satisfies Handlers<typeof resendEndpoints>;
