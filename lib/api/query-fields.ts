import { z } from 'zod';

/** Fields that the queries of several lists share. */

/**
 * An id from outside, of whatever thing: one segment of a path, in document 2 with its kind before a colon. No part of
 * it is `.` or `..`, so that it names nothing else wherever an adapter puts it.
 */
export const ThingId = z
  .string()
  .max(128)
  .regex(/^(?!\.+(?:$|:))[\w.~+=@-]+(?::(?!\.+(?:$|:))[\w.~+=@-]+)*$/, 'id');
/** The id of a thing in a path. */
export const ById = z.object({ id: ThingId });

/** Of a thing whose personal data may be asked for in clear. */
export const Reveal = z.strictObject({ reveal: z.literal('1').optional() });

/** Whole numbers as plain digits: no `1e2`, no `0x10`. A number is what the product's own code gives. */
export const Whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
/** A cursor that names one place of a list: an id of 128 characters takes four bytes each, and a third more sealed. */
export const SealedCursor = z.string().max(2_000);
/** Cents. */
export const WholeCents = Whole.pipe(z.int().min(1).max(999_999_999_999));
/** A São Paulo day (inclusive) or an instant (`to` exclusive). */
export const When = z.union([z.string().regex(/^\d{4}-\d{2}-\d{2}$/), z.iso.datetime({ offset: true })]);
/** `PIX_DEPOSIT,PIX_REFUND` */
export const wordList = (longest: number) =>
  z
    .string()
    .regex(new RegExp(`^[A-Z_]{2,${longest}}(,[A-Z_]{2,${longest}}){0,19}$`))
    .transform((text) => text.split(','));
