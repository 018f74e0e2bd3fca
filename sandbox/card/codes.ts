import type { Payment } from './model.ts';

export const STATUS = {
  notFinished: 0,
  authorized: 1,
  paid: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  pending: 12,
  aborted: 13,
} as const;

export const REASONS: Record<number, string> = {
  0: 'Successful',
  1: 'AffiliationNotFound',
  2: 'InsufficientFunds',
  3: 'CouldNotGetCreditCard',
  4: 'ConnectionWithAcquirerFailed',
  5: 'InvalidTransactionType',
  6: 'InvalidPaymentPlan',
  7: 'Denied',
  8: 'Scheduled',
  9: 'Waiting',
  10: 'Authenticated',
  11: 'NotAuthenticated',
  12: 'ProblemsWithCreditCard',
  13: 'CardCanceled',
  14: 'BlockedCreditCard',
  15: 'CardExpired',
  16: 'AbortedByFraud',
  17: 'CouldNotAntifraud',
  18: 'TryAgain',
  19: 'InvalidAmount',
  20: 'ProblemsWithIssuer',
  21: 'InvalidCardNumber',
  22: 'TimeOut',
  24: 'PaymentMethodIsNotEnabled',
  98: 'InvalidRequest',
  99: 'InternalError',
};

type Result = Omit<Payment, 'acquirerTransactionId'>;

const result = (
  status: number,
  reasonCode: number,
  returnCode: string | null,
  returnMessage: string | null,
): Result => ({
  status,
  reasonCode,
  returnCode,
  returnMessage,
});

/** The possible outcomes of an attempt, by the name that steps and the control API use. */
export const RESULTS = {
  paid: result(STATUS.paid, 0, '00', 'Transação aprovada'),
  authorized: result(STATUS.authorized, 0, '00', 'Transação autorizada'),
  pending: result(STATUS.pending, 9, null, null),
  denied: result(STATUS.denied, 7, '05', 'Não autorizada'),
  funds: result(STATUS.denied, 2, '51', 'Saldo insuficiente'),
  expired: result(STATUS.denied, 15, '54', 'Cartão vencido'),
  blocked: result(STATUS.denied, 14, '78', 'Cartão bloqueado'),
  canceled: result(STATUS.denied, 13, '46', 'Cartão cancelado'),
  problem: result(STATUS.denied, 12, '82', 'Dados do cartão não conferem'),
  unauthenticated: result(STATUS.denied, 11, '86', 'Portador não autenticado'),
  issuer: result(STATUS.denied, 20, '91', 'Emissor fora do ar'),
  fraud: result(STATUS.aborted, 16, '59', 'Suspeita de fraude'),
  timeout: result(STATUS.notFinished, 22, '96', 'Falha do sistema'),
  number: result(STATUS.notFinished, 21, '14', 'Número de cartão inválido'),
  voided: result(STATUS.voided, 0, '00', 'Transação cancelada'),
  refunded: result(STATUS.refunded, 0, '00', 'Transação estornada'),
} as const satisfies Record<string, Result>;

export type ResultName = keyof typeof RESULTS;

export function isResult(name: string): name is ResultName {
  return Object.hasOwn(RESULTS, name);
}
