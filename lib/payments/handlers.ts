import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { paymentEndpoints } from '#lib/payments/contract.ts';
import { checkApproval } from '#lib/payments/server/check-approval.ts';
import { createCharge } from '#lib/payments/server/create-charge.ts';
import { createTransfer } from '#lib/payments/server/create-transfer.ts';
import { createCodePayment, createWithdrawal } from '#lib/payments/server/create-withdrawal.ts';
import { decodeCode } from '#lib/payments/server/decode-code.ts';
import { getChargeFunnel } from '#lib/payments/server/get-charge-funnel.ts';
import { getDeposit } from '#lib/payments/server/get-deposit.ts';
import { getLimits, getMetrics } from '#lib/payments/server/get-limits.ts';
import { lookUpPayment } from '#lib/payments/server/get-payment.ts';
import { getPaymentRules } from '#lib/payments/server/get-payment-rules.ts';
import { getQrCode } from '#lib/payments/server/get-qr-code.ts';
import { getReceipt } from '#lib/payments/server/get-receipt.ts';
import { getWithdrawnToday } from '#lib/payments/server/get-withdrawn-today.ts';
import { exportPayments, listPayments } from '#lib/payments/server/list-payments.ts';
import { lookUpKey } from '#lib/payments/server/look-up-key.ts';
import { createPixKey, listPixKeys, removePixKey, setDefaultPixKey } from '#lib/payments/server/pix-keys.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';

export const paymentHandlers = {
  'GET /charges/funnel': getChargeFunnel,
  'GET /charges/{id}/qr-code': ({ ctx, params }) => getQrCode({ ctx, id: params.id }),
  'GET /charges/{id}': ({ ctx, params }) => lookUpPayment({ ctx, what: 'charges', by: { id: params.id } }),
  'GET /charges/lookup': ({ ctx, query }) => lookUpPayment({ ctx, what: 'charges', by: query }),
  'GET /charges.csv': ({ ctx, query }) => exportPayments(ctx, 'charges', query),
  'GET /charges': ({ ctx, query }) => listPayments(ctx, 'charges', query),
  'POST /charges': createCharge,
  'GET /deposits/{id}': ({ ctx, params, query }) =>
    getDeposit({ ctx, id: params.id, reveal: query.reveal === '1' }),
  'GET /limits': getLimits,
  'GET /metrics': getMetrics,
  'GET /operations/{id}/checks': ({ ctx, params }) => checkApproval({ ctx, id: params.id }),
  'GET /payment-rules': getPaymentRules,
  'PUT /pix-keys/{id}/default': ({ ctx, params }) => setDefaultPixKey({ ctx, id: params.id }),
  'DELETE /pix-keys/{id}': ({ ctx, params }) => removePixKey({ ctx, id: params.id }),
  'POST /pix-keys/lookup': lookUpKey,
  'GET /pix-keys': listPixKeys,
  'POST /pix-keys': createPixKey,
  'POST /pix-qr-codes/decode': decodeCode,
  'GET /transactions/{id}/receipt': ({ ctx, params, query }) => getReceipt({ ctx, id: params.id, query }),
  'GET /transactions/{id}/refunds': ({ ctx, params }) => getRefundState({ ctx, id: params.id }),
  'POST /transactions/{id}/refunds': ({ ctx, params, body }) => createRefund({ ctx, id: params.id, body }),
  'GET /transfers.csv': ({ ctx, query }) => exportPayments(ctx, 'transfers', query),
  'GET /transfers': ({ ctx, query }) => listPayments(ctx, 'transfers', query),
  'POST /transfers': createTransfer,
  'GET /withdrawals/lookup': ({ ctx, query }) => lookUpPayment({ ctx, what: 'withdrawals', by: query }),
  'POST /withdrawals/qr-code': createCodePayment,
  'GET /withdrawals/today': getWithdrawnToday,
  'GET /withdrawals.csv': ({ ctx, query }) => exportPayments(ctx, 'withdrawals', query),
  'GET /withdrawals': ({ ctx, query }) => listPayments(ctx, 'withdrawals', query),
  'POST /withdrawals': createWithdrawal,
} satisfies Handlers<typeof paymentEndpoints>;
