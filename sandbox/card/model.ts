/** Records of the simulator. Money in integer cents, times in epoch ms; never anything of the card itself. */
export type Customer = {
  id: number;
  name: string;
  identity: string | null;
  identityType: string | null;
  email: string | null;
  birthdate: string | null;
  phone: string | null;
  address: Record<string, string> | null;
};

/** How the last attempt at the acquirer ended; see codes.ts. */
export type Payment = {
  status: number;
  reasonCode: number;
  returnCode: string | null;
  returnMessage: string | null;
  acquirerTransactionId: string | null;
};

export type Chargeback = {
  id: string;
  status: 'OPEN' | 'WON' | 'LOST';
  amount: number;
  reason: string;
  createdAt: number;
  updatedAt: number;
};

/** Something that will happen to a charge by itself: a key of `RESULTS`, or one of the further acts. */
export type Step = { at: number; act: string };

export type Charge = {
  id: string;
  externalId: string;
  postbackUrl: string | null;
  amount: number;
  createdAt: number;
  updatedAt: number;
  customer: Customer;
  payment: Payment;
  installments: number;
  recurrentPaymentId: string | null;
  /** 0 is the first charge; null without a recurrence. */
  recurrenceCycle: number | null;
  /** Paid back or released so far. */
  reversed: number;
  chargebacks: Chargeback[];
  /** In order of time. */
  plan: Step[];
};

export type Interval = 'MONTHLY' | 'ANNUAL';

export type Recurrence = {
  id: string;
  /** Its first charge: cycles repeat its customer, reference and address. */
  firstChargeId: string;
  interval: Interval;
  status: 'ACTIVE' | 'INACTIVE' | 'ENDED';
  /** Of the next cycles. */
  amount: number;
  /** YYYY-MM-DD, the whole São Paulo day included; null: endless. */
  endDate: string | null;
  createdAt: number;
  /** Cycles made so far, the first charge not counted. */
  cycle: number;
  /** Null: none will come. */
  next: number | null;
};

export type Notice = { event: string; charge: Charge };
