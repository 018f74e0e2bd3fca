import { route } from '#lib/api/route.ts';
import { createWithdrawal } from '#lib/payments/server/create-withdrawal.ts';
import { listWithdrawals } from '#lib/payments/server/list-withdrawals.ts';

export const GET = route('GET /withdrawals', ({ ctx, query }) => listWithdrawals({ ctx, query }));
export const POST = route('POST /withdrawals', ({ ctx, body }) => createWithdrawal({ ctx, body }));
