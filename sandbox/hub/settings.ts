import { SCOPES } from './model.ts';

/** Settings of the account and of the current credential that the control API can change. */
export type Settings = {
  scopes: string[];
  /** Empty: any address is allowed. */
  ips: string[];
  holderBlocked: boolean;
  /** True when the credential has expired. */
  expired: boolean;
  /** Client ids. */
  revoked: string[];
  /** Credentials issued later by rotation. */
  issued: { clientId: string; clientSecret: string; at: number }[];
  /** Simulated epoch ms: access tokens issued earlier are rejected. */
  tokensFrom: number;
  /** Operations that the bank blocks, by their names in ACCOUNT_BLOCKED. */
  blockedOperations: string[];
  /** True when opening a dispute takes its amount out of the available balance. */
  blocksBalance: boolean;
  rateLimits: boolean;
  /** True: the world creates nothing new and moves no money by itself; expiries still happen. */
  quiet: boolean;
  /** True when webhooks may go to a loopback address, over http too. */
  loopback: boolean;
  /** Cents a day; null: no limit. */
  dailyWithdrawLimit: number | null;
};

export function initialSettings(): Settings {
  return {
    scopes: [...SCOPES],
    ips: [],
    holderBlocked: false,
    expired: false,
    revoked: [],
    issued: [],
    tokensFrom: 0,
    blockedOperations: [],
    blocksBalance: true,
    rateLimits: true,
    quiet: false,
    loopback: true,
    dailyWithdrawLimit: 10_000_000,
  };
}

export const LIMITS = {
  payment: { ticketMin: 100, ticketMax: 5_000_000, feeFixed: 30, feePercentage: 89 },
  deposit: { ticketMin: 1, ticketMax: 5_000_000, feeFixed: 30, feePercentage: 89 },
  withdraw: { ticketMin: 1, ticketMax: 10_000_000, feeFixed: 100, feePercentage: 0 },
  externalPayment: { ticketMin: 1, ticketMax: 10_000_000, feeFixed: 120, feePercentage: 0 },
  internalTransfer: { ticketMin: 1, ticketMax: 10_000_000, feeFixed: 0, feePercentage: 0 },
  refund: { ticketMin: 1, ticketMax: 5_000_000, feeFixed: 30, feePercentage: 0 },
} as const;

export const ANALYSIS_FEE = 150;

/** Cents; percentages in basis points. */
export function feeOf(kind: keyof typeof LIMITS, amount: number): number {
  const { feeFixed, feePercentage } = LIMITS[kind];
  return feeFixed + Math.floor((amount * feePercentage) / 10_000);
}
