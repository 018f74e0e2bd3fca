import { type Core, HOUR, iso, isoOrNull, without } from './core.ts';
import { type Charge, type Deposit, type Dispute, type DisputeState, isOver, refundSums } from './model.ts';
import { closeWhenFull } from './refunds.ts';
import { ANALYSIS_FEE } from './settings.ts';

/** Hours before the deadline at which INFRACTION_DEADLINE is sent. */
const NOTICES = [48, 24, 6];
const CLOSING = 24 * HOUR;

export type Course = { at: number; status: DisputeState; result?: 'AGREED' | 'DISAGREED' }[];

export type NewDispute = {
  word: string;
  of: Charge | Deposit;
  type: string;
  reportDetails: string;
  dueAt: number;
  /** Absent: no answer, so the dispute is accepted at its deadline. */
  course?: Course;
};

function disputeData(core: Core, dispute: Dispute): Record<string, unknown> {
  const of = core.book.received(dispute.of);
  return without({
    infractionId: dispute.id,
    protocol: dispute.protocol,
    ...(of?.kind === 'deposit' ? { depositId: of.hookId } : { paymentId: of?.hookId }),
    type: dispute.type,
    status: dispute.status,
    analysisResult: dispute.analysisResult,
    amount: dispute.amount,
    blockedAmount: dispute.blockedAmount,
    endToEndId: dispute.endToEndId,
    reportedAt: iso(dispute.reportedAt),
    dueAt: iso(dispute.dueAt),
    closedAt: isoOrNull(dispute.closedAt),
  });
}

function announce(
  core: Core,
  event: 'INFRACTION_OPENED' | 'INFRACTION_CLOSED' | 'INFRACTION_DEADLINE',
  dispute: Dispute,
  hoursRemaining?: number,
) {
  const of = core.book.received(dispute.of);
  const data = { ...disputeData(core, dispute), ...(hoursRemaining === undefined ? {} : { hoursRemaining }) };
  core.emit(event, data, of?.kind === 'charge' ? of.callbackUrl : null);
}

function line(
  core: Core,
  dispute: Dispute,
  type: 'INFRACTION_BLOCK' | 'INFRACTION_SETTLED' | 'INFRACTION_RELEASED',
  amount: number,
  description: string,
): void {
  core.book.post({
    type,
    amount,
    gross: dispute.amount,
    fee: type === 'INFRACTION_RELEASED' ? dispute.feeCharged : 0,
    of: dispute.of,
    protocol: dispute.protocol,
    description,
    createdAt: dispute.reportedAt,
    postedAt: core.now(),
  });
}

export function openDispute(core: Core, { word, of, course, ...given }: NewDispute): Dispute {
  const at = core.now();
  const amount = refundSums(of).refundable;
  const dispute: Dispute = {
    ...given,
    id: core.ids.id('dsp', word),
    protocol: core.ids.uuid('dispute', word),
    of: of.id,
    status: 'OPEN',
    reportedBy: 'DEBITED_PARTICIPANT',
    analysisResult: null,
    analysisDetails: null,
    endToEndId: of.endToEndId ?? '',
    amount,
    blockedAmount: core.settings.blocksBalance ? Math.max(0, Math.min(amount, core.book.available)) : 0,
    feeCharged: 0,
    settledAmount: 0,
    reportedAt: at,
    closedAt: null,
  };
  core.book.disputes.push(dispute);
  if (dispute.blockedAmount > 0)
    line(core, dispute, 'INFRACTION_BLOCK', -dispute.blockedAmount, 'Bloqueio por contestação');
  announce(core, 'INFRACTION_OPENED', dispute);
  plan(core, dispute, course ?? silence(given.dueAt));
  return dispute;
}

function silence(dueAt: number): Course {
  return [
    { at: dueAt, status: 'WAITING_PSP' },
    { at: dueAt + CLOSING, status: 'CLOSED', result: 'AGREED' },
  ];
}

function plan(core: Core, dispute: Dispute, course: Course): void {
  for (const hours of NOTICES) {
    const at = dispute.dueAt - hours * HOUR;
    if (at <= core.now()) continue;
    core.later(at, () => {
      const waits = dispute.status === 'OPEN' || dispute.status === 'ACKNOWLEDGED';
      if (waits) announce(core, 'INFRACTION_DEADLINE', dispute, hours);
    });
  }
  for (const { at, status, result } of course) {
    core.later(at, () => {
      if (!isOver(dispute)) moveDispute(core, dispute, status, result);
    });
  }
}

/** Only OPEN, CLOSED and CANCELLED move money. */
export function moveDispute(
  core: Core,
  dispute: Dispute,
  status: DisputeState,
  result?: 'AGREED' | 'DISAGREED',
): void {
  dispute.status = status;
  if (!isOver(dispute)) return;
  const at = core.now();
  const blocked = dispute.blockedAmount;
  dispute.closedAt = at;
  if (status === 'CLOSED' && result === 'AGREED') settle(core, dispute, at);
  else {
    dispute.feeCharged = status === 'CLOSED' ? Math.min(ANALYSIS_FEE, blocked) : 0;
    if (blocked > 0)
      line(core, dispute, 'INFRACTION_RELEASED', blocked - dispute.feeCharged, 'Bloqueio desfeito');
  }
  if (status === 'CLOSED') {
    dispute.analysisResult = result ?? 'DISAGREED';
    dispute.analysisDetails = result === 'AGREED' ? 'Contestação procedente.' : 'Contestação improcedente.';
  }
  announce(core, 'INFRACTION_CLOSED', dispute);
}

/** The blocked amount has already left the available balance; only the rest leaves it now. */
function settle(core: Core, dispute: Dispute, at: number): void {
  const of = core.book.received(dispute.of);
  dispute.settledAmount = dispute.amount;
  line(core, dispute, 'INFRACTION_SETTLED', dispute.blockedAmount - dispute.amount, 'Contestação procedente');
  if (!of) return;
  const id = core.ids.id('rfd', of.id, of.refunds.length);
  of.refunds.push({
    id,
    amount: dispute.amount,
    fee: 0,
    status: 'COMPLETED',
    reason: 'INFRACTION',
    failureReason: null,
    endToEndId: core.ids.endToEnd('D', of.payer?.bank.ispb ?? '00000000', at, id),
    createdAt: at,
    endedAt: at,
  });
  closeWhenFull(of, at);
}
