import type { Account } from '../account.ts';
import type { Deliveries, Journal, SandboxClock, SandboxLog } from '../types.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Life } from '../world/life.ts';
import type { Place } from '../world/rows.ts';
import type { SandboxWorld } from '../world/world.ts';

/** What the routes of document 1 need. */
export type PixParts = {
  world: SandboxWorld;
  life: Life;
  ledger: Ledger;
  account: Account;
  clock: SandboxClock;
  log: SandboxLog;
  place: Place;
  tokens: { pix: string; sandbox: string };
  journal: Journal;
  deliveries: () => Deliveries;
};

export const STATUSES = [
  'PENDING',
  'COMPLETED',
  'CANCELED',
  'WAITING_FOR_REFUND',
  'REFUNDED',
  'EXPIRED',
  'ERROR',
];
export const TYPES = ['DEPOSIT', 'WITHDRAW', 'COMMISSION', 'LIQUIDATION', 'ADJUSTMENT'];
export const METHODS = ['PIX', 'BANK_SLIP', 'INTERNAL_TRANSFER'];
