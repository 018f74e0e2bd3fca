import 'server-only';
import { type MaskOptions, maskDeep, maskNameField, maskText } from '#lib/mask.ts';
import { maskDocument, maskEmail, maskPhone } from '#lib/mask-forms.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

const present = (text: string | null, mask: (text: string) => string) => (text === null ? null : mask(text));
type Other = CardCharge['other'];

/** A charge as someone without reveal sees its customer. */
export function maskCharge(charge: CardCharge, options: MaskOptions): CardCharge {
  const { customer } = charge;
  const { document } = customer;
  const words = (text: string | null) => present(text, (one) => maskText(one, options));
  return {
    ...charge,
    reasonMessage: words(charge.reasonMessage),
    returnMessage: words(charge.returnMessage),
    customer: {
      name: present(customer.name, (name) => maskNameField(name, document, options)),
      document: present(document, maskDocument),
      documentType: customer.documentType,
      email: present(customer.email, maskEmail),
      phone: present(customer.phone, maskPhone),
    },
    chargebacks: charge.chargebacks.map(({ status, other }) => ({
      status,
      other: maskDeep(other, options) as Other,
    })),
    other: withoutLife(maskDeep(charge.other, options) as Other),
  };
}

/** Where somebody lives and when they were born: no pattern finds that. */
const OF_A_LIFE = /birth|nascimento|address|endereco|street|zipcode|cep$/i;
const withoutLife = (other: Other): Other =>
  Object.fromEntries(
    Object.entries(other).map(([name, value]) => [name, OF_A_LIFE.test(name) ? '***' : value]),
  );

const NOBODY = { name: null, document: null, documentType: null, email: null, phone: null };

/** What operations, their repeats and refusals keep and show: nobody's data; the rest is read again by its id. */
export const outlineOf = (charge: CardCharge): CardCharge => ({ ...charge, customer: NOBODY, other: {} });
