import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { LookUp, Made } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';

/**
 * A good status whose body says nothing of what was asked for (empty, something else): what stands there now tells.
 * Not there: not known yet. Where that cannot be told either, the status holds, as the documents have it.
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

/** An answer about something else says nothing of what was asked for, neither that it was done nor that it was not. */
export function aboutAnother(what: Made | undefined) {
  const error = new GuicheError('provider_unavailable', `The provider answered about another ${what}.`);
  return { kind: 'unknown', error } as const;
}
