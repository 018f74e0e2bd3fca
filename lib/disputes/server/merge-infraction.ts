import 'server-only';
import { canonicalJson } from '#lib/core/text.ts';
import { guessSituation, stateOf } from '#lib/disputes/rules.ts';
import { Infraction } from '#lib/providers/records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/** Parses a dispute stored in the index. */
export const parseStoredInfraction = (json: unknown): Infraction | null =>
  Infraction.safeParse(json).data ?? null;

/**
 * Merges a new read over the stored dispute: new values win, missing ones keep the stored value. A list row
 * may lack fields of the detail; without this the index would change on every read.
 */
export function mergeInfraction(known: Infraction | null, fresh: Infraction): Infraction {
  if (known === null) return fresh;
  return {
    ...overlay(known, fresh),
    payer: overlay(known.payer, fresh.payer),
    receiver: overlay(known.receiver, fresh.receiver),
    defenses: fresh.defenses.length > 0 ? fresh.defenses : known.defenses,
    other: overlay(known.other, fresh.other),
  };
}

function overlay<T extends object>(known: T, fresh: T): T {
  const present = Object.entries(fresh).filter(([, value]) => value !== null && value !== undefined);
  return { ...known, ...Object.fromEntries(present) };
}

/** Removes an erased person's data from a dispute; ids, statuses, amounts and times remain. */
export const withoutPeople = (infraction: Infraction): Infraction => ({
  ...infraction,
  reason: null,
  resultDetails: null,
  payer: NO_PARTY,
  receiver: NO_PARTY,
  defenses: infraction.defenses.map((defense) => ({ ...defense, text: null, files: [] })),
  other: {},
});

const date = (text: string | null | undefined) => (text ? new Date(text) : null);

/** The index's columns that come from the record. */
export function columnsOf(infraction: Infraction) {
  const { defenses } = infraction;
  const sent = defenses.flatMap(({ createdAt }) => (createdAt === null ? [] : [Date.parse(createdAt)]));
  return {
    state: stateOf({ ...infraction, defended: defenses.length > 0 }),
    status: infraction.status,
    type: infraction.type,
    situation: guessSituation(infraction.reason),
    result: infraction.result,
    amount: infraction.amount,
    transactionId: infraction.transactionId,
    openedAt: date(infraction.openedAt),
    deadline: date(infraction.deadline),
    updatedAt: date(infraction.updatedAt),
    answeredAt: sent.length === 0 ? date(infraction.answeredAt) : new Date(Math.max(...sent)),
    files: defenses.at(-1)?.files.length ?? 0,
    infraction,
  };
}

/** Compares two records whatever the order of their keys, which the database may change. */
export function sameRecord(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
