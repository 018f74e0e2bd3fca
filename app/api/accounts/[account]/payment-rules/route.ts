import { route } from '#lib/api/route.ts';
import { getPaymentRules } from '#lib/payments/server/get-payment-rules.ts';

export const GET = route('GET /payment-rules', ({ ctx }) => getPaymentRules({ ctx }));
