import 'server-only';
import type { AnyKind } from '#lib/operations/server/kind.ts';
import { CHARGE } from '#lib/payments/server/charge-operation.ts';
import { CREATE_KEY, DEFAULT_KEY, REMOVE_KEY } from '#lib/payments/server/pix-key-operation.ts';
import { REFUND } from '#lib/payments/server/refund-operation.ts';
import { TRANSFER } from '#lib/payments/server/transfer-operation.ts';
import { WITHDRAWAL_BY_CODE, WITHDRAWAL_BY_KEY } from '#lib/payments/server/withdrawal-operation.ts';

export const PAYMENT_KINDS: readonly AnyKind[] = [
  CHARGE,
  WITHDRAWAL_BY_KEY,
  WITHDRAWAL_BY_CODE,
  TRANSFER,
  REFUND,
  CREATE_KEY,
  DEFAULT_KEY,
  REMOVE_KEY,
];
