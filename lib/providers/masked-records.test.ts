import { expect, test } from 'vitest';
import { z } from 'zod';
import { masked } from '#lib/core/masking/pii.ts';
import * as cards from '#lib/providers/card-records.ts';
import * as money from '#lib/providers/money-records.ts';
import * as records from '#lib/providers/records.ts';

const CANARY = 'canary@casa.example';
const HARMLESS = new Set<z.core.$ZodType>([
  records.Id,
  records.Word,
  records.Plain,
  records.Figures,
  records.Instant,
  // Counts of rows and names of fields of our own, no provider's words.
  records.Unread,
  records.CertificateTerm,
]);

/** A value with the canary in every text that is not marked as nobody's. */
function sampleOf(schema: z.core.$ZodType): unknown {
  if (HARMLESS.has(schema)) return 'WITHDRAW';
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } };
  if (def.innerType !== undefined) return sampleOf(def.innerType as z.core.$ZodType);
  if (def.element !== undefined) return [sampleOf(def.element as z.core.$ZodType)];
  if (def.shape !== undefined)
    return Object.fromEntries(
      Object.entries(def.shape as z.core.$ZodShape).map(([name, inner]) => [name, sampleOf(inner)]),
    );
  if (def.type === 'record' || def.type === 'unknown') return { anything: { deep: [CANARY] } };
  return def.type === 'string' ? CANARY : null;
}

const all = Object.entries({ ...records, ...money, ...cards }).flatMap(([name, schema]) =>
  schema instanceof z.ZodObject && !HARMLESS.has(schema) ? [[name, schema] as const] : [],
);

test('there are records to look at', () => expect(all.length).toBeGreaterThan(25));

test.each(all)('%s: a text that is not said to be nobody’s is masked', (_, schema) => {
  const shown = masked(schema, sampleOf(schema) as never, { names: false });
  expect(JSON.stringify(shown)).not.toContain(CANARY);
});
