import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';
import type { paymentEndpoints } from '#lib/payments/contract.ts';
import { checkApproval } from '#lib/payments/server/check-approval.ts';
import {
  getChargeFunnel,
  getLimits,
  getMetrics,
  getPaymentRules,
  getWithdrawnToday,
} from '#lib/payments/server/get-figures.ts';
import {
  exportPayments,
  getDeposit,
  getQrCode,
  getReceipt,
  listPayments,
  lookUpPayment,
} from '#lib/payments/server/list-payments.ts';
import {
  createCharge,
  createCodePayment,
  createTransfer,
  createWithdrawal,
} from '#lib/payments/server/payment-operation.ts';
import {
  createPixKey,
  listPixKeys,
  removePixKey,
  setDefaultPixKey,
} from '#lib/payments/server/pix-key-operation.ts';
import { decodeCode, lookUpKey } from '#lib/payments/server/receiver.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';

export const paymentHandlers = {
  'GET /charges/funnel': getChargeFunnel,
  'GET /charges/{id}/qr-code': getQrCode,
  'GET /charges/{id}': ({ ctx, id }) => lookUpPayment({ ctx, what: 'charges', by: { id } }),
  'GET /charges/lookup': ({ ctx, query }) => lookUpPayment({ ctx, what: 'charges', by: query }),
  ...exportHandlers('/charges', exportPayments('charges')),
  'GET /charges': ({ ctx, query }) => listPayments(ctx, 'charges', query),
  'POST /charges': createCharge,
  'GET /deposits/{id}': ({ ctx, id, query }) => getDeposit({ ctx, id, reveal: query.reveal === '1' }),
  'GET /limits': getLimits,
  'GET /metrics': getMetrics,
  'GET /operations/{id}/checks': checkApproval,
  'GET /payment-rules': getPaymentRules,
  'PUT /pix-keys/{id}/default': setDefaultPixKey,
  'DELETE /pix-keys/{id}': removePixKey,
  'POST /pix-keys/lookup': lookUpKey,
  'GET /pix-keys': listPixKeys,
  'POST /pix-keys': createPixKey,
  'POST /pix-qr-codes/decode': decodeCode,
  'GET /transactions/{id}/receipt': getReceipt,
  'GET /transactions/{id}/refunds': getRefundState,
  'POST /transactions/{id}/refunds': createRefund,
  ...exportHandlers('/transfers', exportPayments('transfers')),
  'GET /transfers': ({ ctx, query }) => listPayments(ctx, 'transfers', query),
  'POST /transfers': createTransfer,
  'GET /withdrawals/lookup': ({ ctx, query }) => lookUpPayment({ ctx, what: 'withdrawals', by: query }),
  'POST /withdrawals/qr-code': createCodePayment,
  'GET /withdrawals/today': getWithdrawnToday,
  ...exportHandlers('/withdrawals', exportPayments('withdrawals')),
  'GET /withdrawals': ({ ctx, query }) => listPayments(ctx, 'withdrawals', query),
  'POST /withdrawals': createWithdrawal,
} satisfies Handlers<typeof paymentEndpoints>;
