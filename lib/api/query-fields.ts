import { z } from 'zod';
import { clean, type Paste, signFault } from '#lib/core/clean.ts';

/** Fields that the queries of several lists share. */

/**
 * An id from outside, of whatever thing: one segment of a path, in document 2 with its kind before a colon. No part of
 * it is `.` or `..`, so that it names nothing else wherever an adapter puts it.
 */
const THING_ID = /^(?!\.+(?:$|:))[\w.~+=@-]+(?::(?!\.+(?:$|:))[\w.~+=@-]+)*$/;
export const ThingId = z.string().max(128).regex(THING_ID, 'id');
/** The id of a thing in a path. */
export const ById = z.object({ id: ThingId });

/**
 * Text that people paste, cleaned by its kind before it is measured; a sign that no such value holds is named. The text
 * around the value may be as long as the value itself.
 */
export const Pasted = (paste: Paste, least: number, most: number) =>
  z
    .string()
    .max(2 * most + 200, { abort: true })
    .overwrite((text) => clean(paste, text))
    .min(least)
    .max(most)
    .superRefine((value, issues) => {
      const fault = signFault(paste, value);
      if (fault !== null) issues.addIssue({ code: 'custom', message: fault });
    });
/** An id that people paste: of a filter or a form. Ids of paths, and those that pages send, are taken as they are. */
export const PastedId = Pasted('id', 1, 128).regex(THING_ID, 'id');

/** The e-mail of a person. */
export const PastedEmail = Pasted('email', 3, 200).regex(z.regexes.email, 'email');

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
