import type { BreakKind } from '../world/breaks.ts';

/** Document 2's records in the simulator: integer cents, times in simulated epoch ms. */
export type Person = { name: string; document: string; bank: { name: string; ispb: string } };

export type RefundState = 'PENDING' | 'COMPLETED' | 'FAILED';

export type Refund = {
  id: string;
  amount: number;
  fee: number;
  status: RefundState;
  /** REQUESTED by API, BANK on its own, INFRACTION by an accepted dispute. */
  reason: 'REQUESTED' | 'BANK' | 'INFRACTION';
  failureReason: string | null;
  endToEndId: string | null;
  createdAt: number;
  endedAt: number | null;
};

/** A received payment that may be refunded: the common part of charges and deposits. */
export type Received = {
  /** The id that creation returns; webhooks send `hookId`. */
  id: string;
  hookId: string;
  amount: number;
  fee: number;
  endToEndId: string | null;
  payer: Person | null;
  createdAt: number;
  paidAt: number | null;
  refundedAt: number | null;
  refunds: Refund[];
};

export type Customer = { name: string; document: string; email: string | null; phone: string | null };

export type Charge = Received & {
  kind: 'charge';
  status: 'PENDING' | 'PAID' | 'REFUNDED' | 'EXPIRED';
  description: string | null;
  customer: Customer;
  externalRef: string | null;
  metadata: Record<string, unknown>;
  callbackUrl: string | null;
  qrCodeText: string;
  expiresAt: number;
};

export type Deposit = Received & { kind: 'deposit'; receiverPixKey: string };

export type PayoutState = 'REQUESTED' | 'CREATED' | 'APPROVED' | 'CONFIRMED' | 'FAILED';

export type Payout = {
  id: string;
  hookId: string;
  status: PayoutState;
  operation: 'WITHDRAW' | 'EXTERNAL_PAYMENT';
  amount: number;
  fee: number;
  pixKey: string;
  pixKeyType: string;
  receiver: Person;
  comment: string | null;
  externalRef: string | null;
  callbackUrl: string | null;
  endToEndId: string | null;
  failureReason: string | null;
  /** Cents that the recipient sent back. */
  returned: number;
  createdAt: number;
  updatedAt: number;
  endedAt: number | null;
};

export type Transfer = {
  id: string;
  hookId: string;
  direction: 'SENT' | 'RECEIVED';
  status: 'CONFIRMED' | 'FAILED';
  amount: number;
  pixKey: string;
  counterparty: Person;
  comment: string | null;
  externalRef: string | null;
  callbackUrl: string | null;
  failureReason: string | null;
  createdAt: number;
};

export const DISPUTE_STATES = [
  'OPEN',
  'ACKNOWLEDGED',
  'DEFENDED',
  'ANSWERED',
  'WAITING_PSP',
  'WAITING_ADJUSTMENTS',
  'CANCELLED',
  'CLOSED',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
export const DISPUTE_TYPES = ['REFUND_REQUEST', 'FRAUD', 'REFUND_CANCELLED'] as const;

export type Dispute = {
  id: string;
  protocol: string;
  /** `id` of the charge or deposit. */
  of: string;
  type: string;
  status: DisputeState;
  reportedBy: string;
  reportDetails: string;
  analysisResult: 'AGREED' | 'DISAGREED' | null;
  analysisDetails: string | null;
  endToEndId: string;
  amount: number;
  blockedAmount: number;
  feeCharged: number;
  settledAmount: number;
  reportedAt: number;
  dueAt: number;
  closedAt: number | null;
};

export const LINE_TYPES = [
  'PAYMENT',
  'DEPOSIT',
  'PAYMENT_REFUND',
  'PAYOUT',
  'PAYOUT_REVERSAL',
  'PAYOUT_REFUND_RECEIVED',
  'INFRACTION_BLOCK',
  'INFRACTION_SETTLED',
  'INFRACTION_RELEASED',
  'INTERNAL_TRANSFER',
] as const;
export type LineType = (typeof LINE_TYPES)[number];
export const LINE_STATES = ['PENDING', 'COMPLETED', 'CANCELED', 'REFUNDED', 'WAITING_FOR_REFUND'] as const;

/** A break that the control API put into the books of a day, at a paid charge. */
export type HubBreak = { kind: BreakKind; day: string; paymentId: string };

/** One change of the available balance. */
export type Line = {
  id: string;
  /** The last two are no document's: a service may post them by itself. */
  type: LineType | 'AUTO_WITHDRAW' | 'ADJUSTMENT';
  /** Signed. */
  amount: number;
  balanceAfter: number;
  /** `id` of the charge, deposit, payout or transfer; empty without one. */
  of: string;
  refundId: string | null;
  protocol: string | null;
  gross: number;
  fee: number;
  description: string;
  createdAt: number;
  postedAt: number;
};

export type PixKey = {
  id: string;
  key: string;
  type: string;
  status: 'PENDING' | 'ACTIVE' | 'REMOVED';
  isDefault: boolean;
  createdAt: number;
  updatedAt: number;
};

export type Endpoint = {
  id: string;
  url: string;
  events: string[];
  isActive: boolean;
  secret: string;
  createdAt: number;
  updatedAt: number;
  /** True after a delivery; then the endpoint cannot be deleted. */
  delivered: boolean;
};

export const EVENTS = [
  'PAYMENT_CREATED',
  'PAYMENT_PAID',
  'PAYMENT_REFUNDED',
  'PAYMENT_EXPIRED',
  'WITHDRAW_CREATED',
  'WITHDRAW_COMPLETED',
  'WITHDRAW_FAILED',
  'REFUND_COMPLETED',
  'REFUND_FAILED',
  'DEPOSIT_RECEIVED',
  'INTERNAL_TRANSFER_SENT',
  'INTERNAL_TRANSFER_RECEIVED',
  'WITHDRAW_REFUND_RECEIVED',
  'INFRACTION_OPENED',
  'INFRACTION_CLOSED',
  'INFRACTION_DEADLINE',
  'ACCOUNT_BLOCKED',
  'ACCOUNT_UNBLOCKED',
] as const;
export type EventName = (typeof EVENTS)[number];

export type HubEvent = {
  number: number;
  event: EventName;
  at: number;
  data: Record<string, unknown>;
  callbackUrl: string | null;
};

export const SCOPES = [
  'PAYMENT_WRITE',
  'PAYMENT_READ',
  'REFUND',
  'WITHDRAW',
  'WITHDRAW_READ',
  'INTERNAL_TRANSFER',
  'INTERNAL_TRANSFER_READ',
  'DEPOSIT_READ',
  'STATEMENT_READ',
  'PIX_KEY_READ',
  'PIX_KEY_WRITE',
  'PIX_DICT_READ',
  'INFRACTION_READ',
  'WEBHOOK_READ',
  'WEBHOOK_WRITE',
] as const;
export type Scope = (typeof SCOPES)[number];

export function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/** Cents refunded, being refunded, and still refundable. */
export function refundSums(received: Received) {
  const by = (status: RefundState) =>
    sum(
      received.refunds.filter((one) => one.status === status),
      (one) => one.amount,
    );
  const refunded = by('COMPLETED');
  const inProgress = by('PENDING');
  const fee = sum(
    received.refunds.filter((one) => one.status === 'COMPLETED'),
    (one) => one.fee,
  );
  const refundable = received.paidAt === null ? 0 : received.amount - refunded - inProgress;
  return { refunded, inProgress, fee, refundable };
}

export function isOver(dispute: Dispute): boolean {
  return dispute.status === 'CLOSED' || dispute.status === 'CANCELLED';
}
