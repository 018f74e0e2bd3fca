import 'server-only';
import type { AnyKind } from '#lib/operations/server/kind.ts';
import {
  CHARGE,
  TRANSFER,
  WITHDRAWAL_BY_CODE,
  WITHDRAWAL_BY_KEY,
} from '#lib/payments/server/payment-operation.ts';
import { CREATE_KEY, DEFAULT_KEY, REMOVE_KEY } from '#lib/payments/server/pix-key-operation.ts';
import { REFUND } from '#lib/payments/server/refund-operation.ts';

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
