import 'server-only';
import type { Dispute, DisputeState } from '#lib/disputes/contract.ts';
import { deadlineOf } from '#lib/disputes/deadlines.ts';
import { mayBeWithBank, type Situation } from '#lib/disputes/rules.ts';
import { readKept } from '#lib/disputes/server/merge-infraction.ts';
import { namesOf } from '#lib/disputes/server/people.ts';
import { type StoredRow, storedRows } from '#lib/disputes/server/queue-rows.ts';
import type { MaskOptions } from '#lib/privacy/mask.ts';
import { masked } from '#lib/privacy/pii.ts';
import { Infraction } from '#lib/providers/records.ts';

/** These disputes as the queue shows them, in the order of their ids; `mask` null: in clear. */
export async function showDisputes(
  { accountId, windowHours }: { accountId: string; windowHours: number },
  ids: readonly string[],
  mask: MaskOptions | null,
): Promise<Dispute[]> {
  const rows = await storedRows(accountId, ids);
  const nameOf = await namesOf(
    [...rows.values()].flatMap(({ work }) => [work?.assigneeId ?? null, work?.sentBy ?? null]),
  );
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const shown = row === undefined ? null : show(row, windowHours, mask);
    if (row === undefined || shown === null) return [];
    const { work } = row;
    return [
      { ...shown, answeredBy: nameOf(work?.sentBy ?? null), assignee: nameOf(work?.assigneeId ?? null) },
    ];
  });
}

function show(row: StoredRow, windowHours: number, mask: MaskOptions | null): Dispute | null {
  const kept = readKept(row.infraction);
  if (kept === null) return null;
  const infraction = mask === null ? kept : masked(Infraction, kept, mask);
  const { at, estimated } = deadlineOf(infraction, windowHours);
  const { id, protocol, status, type, reason, amount, transactionId, endToEndId, openedAt, result } =
    infraction;
  return {
    id,
    protocol,
    status,
    type,
    reason,
    amount,
    transactionId,
    endToEndId,
    openedAt,
    result,
    state: stateWith(row),
    situation: row.situation as Situation,
    mayBeWithBank:
      stateWith(row) === 'open' && mayBeWithBank({ ...kept, defended: kept.defenses.length > 0 }),
    payerName: infraction.payer.name,
    payerDocument: infraction.payer.document,
    deadline: at,
    deadlineEstimated: estimated,
    answeredAt: (row.work?.sentAt ?? row.answeredAt)?.toISOString() ?? null,
    answeredBy: null,
    assignee: null,
    draft: row.draft === null ? null : { ...row.draft, updatedAt: row.draft.updatedAt.toISOString() },
    sending: row.sending,
  };
}

/** A defense sent through Guichê makes it answered, even before the provider's word says so. */
export function stateWith({ state, work }: Pick<StoredRow, 'state' | 'work'>): DisputeState {
  return state === 'open' && work?.sentAt ? 'answered' : (state as DisputeState);
}
