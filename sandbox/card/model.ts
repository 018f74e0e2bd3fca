/** Records of the simulator: money in integer cents, times in epoch ms, and no card data. */
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

/** Result of the last attempt at the acquirer; see codes.ts. */
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

/** A scheduled change of a charge: a key of `RESULTS`, or one of the other acts. */
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
  /** Cents refunded or released so far. */
  reversed: number;
  chargebacks: Chargeback[];
  /** In order of time. */
  plan: Step[];
};

export type Interval = 'MONTHLY' | 'ANNUAL';

export type Recurrence = {
  id: string;
  /** The first charge; cycles copy its customer, reference and address. */
  firstChargeId: string;
  interval: Interval;
  status: 'ACTIVE' | 'INACTIVE' | 'ENDED';
  /** Amount of the next cycles. */
  amount: number;
  /** YYYY-MM-DD, including that whole São Paulo day; null: no end. */
  endDate: string | null;
  createdAt: number;
  /** Cycles created so far, without the first charge. */
  cycle: number;
  /** Null: no further cycle. */
  next: number | null;
};

export type Notice = { event: string; charge: Charge };
