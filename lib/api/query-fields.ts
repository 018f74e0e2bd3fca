import { z } from 'zod';
import { characterError, clean, type Paste } from '#lib/core/clean.ts';

/** An external id: one path segment, in document 2 with its kind before a colon; never `.` or `..`. */
const THING_ID = /^(?!\.+(?:$|:))[\w.~+=@-]+(?::(?!\.+(?:$|:))[\w.~+=@-]+)*$/;
export const ThingId = z.string().max(128).regex(THING_ID, 'id');
/** The path parameter `id`. */
export const ById = z.object({ id: ThingId });

/** Pasted text of `least` to `most` characters when cleaned by its kind; uncleaned, twice `most` plus 200. */
export const Pasted = (paste: Paste, least: number, most: number) =>
  z
    .string()
    .max(2 * most + 200, { abort: true })
    .overwrite((text) => clean(paste, text))
    .min(least)
    .max(most)
    .superRefine((value, issues) => {
      const error = characterError(paste, value);
      if (error !== null) issues.addIssue({ code: 'custom', message: error });
    });
/** An id that people paste into a filter or a form. Path ids, and ids that pages send, are not cleaned. */
export const PastedId = Pasted('id', 1, 128).regex(THING_ID, 'id');

/** A person's e-mail. */
export const PastedEmail = Pasted('email', 3, 200).regex(z.regexes.email, 'email');

/** Query of a record whose personal data may be requested unmasked. */
export const Reveal = z.strictObject({ reveal: z.literal('1').optional() });

/** A whole number, or its plain digits: no `1e2`, no `0x10`. Guichê's own code passes numbers. */
export const Whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
/** A cursor with one list position: an id of 128 characters of up to four bytes, and a third for the seal. */
export const SealedCursor = z.string().max(2_000);
/** Money in cents. */
export const WholeCents = Whole.pipe(z.int().min(1).max(999_999_999_999));
/** A São Paulo day (inclusive) or an instant (`to` exclusive). */
export const When = z.union([z.string().regex(/^\d{4}-\d{2}-\d{2}$/), z.iso.datetime({ offset: true })]);
/** A comma-separated list, such as `PIX_DEPOSIT,PIX_REFUND`. */
export const wordList = (longest: number) =>
  z
    .string()
    .regex(new RegExp(`^[A-Z_]{2,${longest}}(,[A-Z_]{2,${longest}}){0,19}$`))
    .transform((text) => text.split(','));
