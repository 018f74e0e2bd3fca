import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { CreatedThing, LookUp } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';

/**
 * Checks a success status whose body does not show the change (empty, something else) by a look-up. Not
 * there: unknown. Where the look-up is inconclusive too, the status counts, as documented.
 */
export async function verifyOutcome<Value>(
  outcome: Outcome<Value>,
  says: (value: Value) => boolean,
  look: () => Promise<LookUp<Value>>,
): Promise<Outcome<Value>> {
  if (outcome.kind !== 'done' || says(outcome.value)) return outcome;
  const seen = await look().catch((): LookUp<Value> => ({ found: 'unsure' }));
  if (seen.found === 'there') return { ...outcome, value: seen.value };
  if (seen.found === 'unsure') return outcome;
  const error = new GuicheError('provider_unavailable', 'The provider’s answer does not show the change.');
  return { kind: 'unknown', error };
}

/** An answer about something else proves neither that the request was done nor that it was not. */
export function aboutAnother(what: CreatedThing | undefined) {
  const error = new GuicheError('provider_unavailable', `The provider answered about another ${what}.`);
  return { kind: 'unknown', error } as const;
}
