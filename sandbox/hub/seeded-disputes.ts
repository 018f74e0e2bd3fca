import { pick } from '../world/random.ts';
import { type Core, DAY, HOUR } from './core.ts';
import { type Course, openDispute } from './disputes.ts';
import type { Charge, Deposit, DisputeState } from './model.ts';

const REPORTS = [
  'O pagador não reconhece a compra.',
  'Relato de golpe: produto anunciado em rede social e não entregue.',
  'Conta do pagador foi invadida; transação feita por terceiro.',
  'Pagamento feito sob coerção.',
  'Erro operacional do banco do pagador.',
];

export function reportTexts(roll: number): string {
  return pick(REPORTS, roll);
}

type SeededDispute = {
  dueIn: number;
  type?: string;
  deposit?: boolean;
  states?: [hoursAgo: number, status: DisputeState][];
  end?: [hours: number, 'AGREED' | 'DISAGREED'];
};

/** Disputes in every state and with near deadlines, present from the start. Hours from the anchor. */
const SEEDED_DISPUTES: SeededDispute[] = [
  { dueIn: 1.5, type: 'FRAUD' },
  { dueIn: 6.4 },
  { dueIn: 24.3, states: [[30, 'ACKNOWLEDGED']] },
  { dueIn: 48.2 },
  { dueIn: 165, deposit: true },
  {
    dueIn: 70,
    states: [
      [50, 'ACKNOWLEDGED'],
      [5, 'DEFENDED'],
    ],
    end: [90, 'DISAGREED'],
  },
  {
    dueIn: 30,
    states: [
      [60, 'DEFENDED'],
      [20, 'ANSWERED'],
    ],
    end: [40, 'DISAGREED'],
  },
  { dueIn: -10, states: [[10, 'WAITING_PSP']], end: [20, 'AGREED'] },
  { dueIn: -4, type: 'REFUND_CANCELLED', states: [[4, 'WAITING_ADJUSTMENTS']], end: [30, 'DISAGREED'] },
];

/** The newest paid payment without changes that is at least an hour old. */
function target(core: Core, deposit: boolean): Charge | Deposit | undefined {
  const list: (Charge | Deposit)[] = deposit ? core.book.deposits : core.book.charges;
  return list.findLast(
    (one) =>
      one.paidAt !== null &&
      one.paidAt < core.now() - HOUR &&
      one.refunds.length === 0 &&
      !core.book.openDispute(one.id),
  );
}

export function scheduleSeededDisputes(core: Core, anchor: number): void {
  SEEDED_DISPUTES.forEach(({ dueIn, type = 'REFUND_REQUEST', deposit = false, states, end }, number) => {
    const dueAt = anchor + dueIn * HOUR;
    core.later(dueAt - 7 * DAY, () => {
      const of = target(core, deposit);
      if (!of) return;
      const course: Course = (states ?? []).map(([hoursAgo, status]) => ({
        at: anchor - hoursAgo * HOUR,
        status,
      }));
      if (end) course.push({ at: anchor + end[0] * HOUR, status: 'CLOSED', result: end[1] });
      const unanswered = !states || !end;
      if (unanswered) {
        course.push(
          { at: dueAt, status: 'WAITING_PSP' },
          { at: dueAt + DAY, status: 'CLOSED', result: 'AGREED' },
        );
      }
      const reportDetails = reportTexts(number);
      openDispute(core, { word: `shown ${number}`, of, type, reportDetails, dueAt, course });
    });
  });
}
