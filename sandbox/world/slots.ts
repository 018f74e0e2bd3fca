import { type Dice, inverse } from './random.ts';

/**
 * Every 1,000 transactions have the same composition in another order, so any count by type, method, settled
 * status or sub-account is computed, at any size.
 */
export const BLOCK = 1000;
export const DISPUTES_PER_BLOCK = 4;

export type Scenario =
  | 'paid'
  | 'expired'
  | 'canceled'
  | 'error'
  | 'refunded'
  | 'partial'
  | 'stuck'
  | 'slip-paid'
  | 'slip-expired'
  | 'instant'
  /** A transfer by which the merchant takes out what the account brought in. */
  | 'treasury'
  | 'disputed-kept'
  | 'disputed-returned';

export type Slot = {
  type: string;
  method: string;
  scenario: Scenario;
  /** The status after all planned changes. */
  settled: string;
  /** Which of the block's disputes this transaction has, or −1. */
  dispute: number;
  virtualAccount: string | null;
  /** Regular customers have about 120 transactions in the seeded days, the others about 6. */
  regular: boolean;
  /** Position among the block's slots of the same customer group. */
  ordinal: number;
  callback: boolean;
};

type Row = [count: number, type: string, method: string, scenario: Scenario, settled: string];

const ROWS: Row[] = [
  [634, 'DEPOSIT', 'PIX', 'paid', 'COMPLETED'],
  [92, 'DEPOSIT', 'PIX', 'expired', 'EXPIRED'],
  [8, 'DEPOSIT', 'PIX', 'canceled', 'CANCELED'],
  [4, 'DEPOSIT', 'PIX', 'error', 'ERROR'],
  [15, 'DEPOSIT', 'PIX', 'refunded', 'REFUNDED'],
  [7, 'DEPOSIT', 'PIX', 'partial', 'COMPLETED'],
  [1, 'DEPOSIT', 'PIX', 'stuck', 'WAITING_FOR_REFUND'],
  [2, 'DEPOSIT', 'PIX', 'disputed-kept', 'COMPLETED'],
  [2, 'DEPOSIT', 'PIX', 'disputed-returned', 'REFUNDED'],
  [22, 'DEPOSIT', 'BANK_SLIP', 'slip-paid', 'COMPLETED'],
  [8, 'DEPOSIT', 'BANK_SLIP', 'slip-expired', 'EXPIRED'],
  [11, 'DEPOSIT', 'INTERNAL_TRANSFER', 'instant', 'COMPLETED'],
  [128, 'WITHDRAW', 'PIX', 'paid', 'COMPLETED'],
  [9, 'WITHDRAW', 'PIX', 'canceled', 'CANCELED'],
  [5, 'WITHDRAW', 'PIX', 'error', 'ERROR'],
  [22, 'WITHDRAW', 'INTERNAL_TRANSFER', 'instant', 'COMPLETED'],
  [2, 'WITHDRAW', 'INTERNAL_TRANSFER', 'treasury', 'COMPLETED'],
  [28, 'COMMISSION', 'INTERNAL_TRANSFER', 'instant', 'COMPLETED'],
];

const LABELS = [
  null,
  'loja-centro',
  null,
  'site',
  null,
  'loja-norte',
  null,
  'aplicativo',
  'assinaturas',
  null,
];
const UNITS = Array.from({ length: 800 }, (_, n) => n + 101).filter((n) => n % 2 !== 0 && n % 5 !== 0);

function expand(dice: Dice): Slot[] {
  const rows: Row[] = ROWS.flatMap((row) => Array.from({ length: row[0] }, () => row));
  for (let place = rows.length - 1; place > 0; place--) {
    const other = dice(10, place) % (place + 1);
    [rows[place], rows[other]] = [rows[other] as Row, rows[place] as Row];
  }
  const taken = { kept: 0, returned: 0, regular: 0, other: 0 };
  return rows.map(([, type, method, scenario, settled], place) => {
    const roll = dice(11, place);
    const regular = type === 'WITHDRAW' || (type === 'DEPOSIT' && roll % 5 === 0);
    const dispute =
      scenario === 'disputed-returned'
        ? taken.returned++ * 2
        : scenario === 'disputed-kept'
          ? taken.kept++ * 2 + 1
          : -1;
    return {
      type,
      method,
      scenario,
      settled,
      dispute,
      virtualAccount: type === 'DEPOSIT' ? (LABELS[(roll >>> 8) % LABELS.length] ?? null) : null,
      regular,
      ordinal: regular ? taken.regular++ : taken.other++,
      callback: type !== 'COMMISSION' && (roll >>> 16) % 10 < 4,
    };
  });
}

export type Slots = {
  table: readonly Slot[];
  regularCount: number;
  slotAt(index: number): number;
  of(index: number): Slot;
  indexOf(block: number, slot: number): number;
  /** Slot of the block's dispute 0 to 3. */
  disputeSlots: readonly number[];
  /** Slot by its position among regular or other customers. */
  regularSlots: readonly number[];
  otherSlots: readonly number[];
};

export function createSlots(dice: Dice): Slots {
  const table = expand(dice);
  const inverses = new Map(UNITS.map((unit) => [unit, inverse(unit, BLOCK)]));
  const unitOf = (block: number) => UNITS[dice(12, block) % UNITS.length] as number;
  const shiftOf = (block: number) => dice(13, block) % BLOCK;
  const slotAt = (index: number) => {
    const block = Math.floor(index / BLOCK);
    return (unitOf(block) * (index - block * BLOCK) + shiftOf(block)) % BLOCK;
  };
  const numbers = table.map((_, place) => place);
  const regularSlots = numbers.filter((place) => table[place]?.regular);
  return {
    table,
    slotAt,
    of: (index) => table[slotAt(index)] as Slot,
    indexOf(block, slot) {
      const steps = (slot - shiftOf(block) + BLOCK) * (inverses.get(unitOf(block)) as number);
      return block * BLOCK + (steps % BLOCK);
    },
    regularCount: regularSlots.length,
    regularSlots,
    otherSlots: numbers.filter((place) => !table[place]?.regular),
    disputeSlots: [0, 1, 2, 3].map((dispute) => table.findIndex((slot) => slot.dispute === dispute)),
  };
}
