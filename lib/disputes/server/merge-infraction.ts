import 'server-only';
import { canonicalJson } from '#lib/core/text.ts';
import { guessSituation, stateOf } from '#lib/disputes/rules.ts';
import { Infraction } from '#lib/providers/records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/** Parses the dispute that the index holds. */
export const readKept = (kept: unknown): Infraction | null => Infraction.safeParse(kept).data ?? null;

/**
 * A list's row may lack what the detail named, so what was known stays where nothing new stands in its place; what
 * is new wins. Without this the index would change back and forth with each reading.
 */
export function mergeInfraction(known: Infraction | null, fresh: Infraction): Infraction {
  if (known === null) return fresh;
  return {
    ...over(known, fresh),
    payer: over(known.payer, fresh.payer),
    receiver: over(known.receiver, fresh.receiver),
    defenses: fresh.defenses.length > 0 ? fresh.defenses : known.defenses,
    other: over(known.other, fresh.other),
  };
}

function over<T extends object>(known: T, fresh: T): T {
  const told = Object.entries(fresh).filter(([, value]) => value !== null && value !== undefined);
  return { ...known, ...Object.fromEntries(told) };
}

/** Keeps only ids, words, amounts and times of an erased person's dispute. */
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

/** The columns of the mirror that its record gives. */
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

/** The same text for the same record, whatever order the database gives its keys back in. */
export function sameRecord(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
