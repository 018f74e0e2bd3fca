import 'server-only';
import type { CardCharge } from '#lib/providers/card-records.ts';

const NOBODY = { name: null, document: null, documentType: null, email: null, phone: null };

/**
 * The charge kept with operations, repeats and refusals: no personal data; the rest is read again by its id.
 */
export const redactCharge = (charge: CardCharge): CardCharge => ({ ...charge, customer: NOBODY, other: {} });
