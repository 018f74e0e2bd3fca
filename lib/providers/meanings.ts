import 'server-only';
import { instant, number, text } from '#lib/providers/fields.ts';

/**
 * What the documents leave open has many names. This is the one table of them: for each meaning, the words under which
 * a service may tell it, the documents' own first. A name in front (`line_id`), another case or an object around it is
 * `objectReader`'s work. A reader adds only what its own document calls a thing (`also`).
 */

const words = (list: string) => list.split(' ');

const ID = words('id _id uuid guid identifier');
const AMOUNT = words('amount value amountValue money sum');
const NET_AMOUNT = words('netAmount net amountNet netValue');
const GROSS_AMOUNT = words('grossAmount gross amountGross grossValue');
const FEE = words('serviceFee fee serviceFeeCharged feeCharged feeAmount fees tariff');
const STATE = words('status state situation stage currentStatus');
const KIND = words('type kind category class');
const DIRECTION = words(
  'direction entryDirection movementDirection nature creditDebit debitCredit creditOrDebit side flow cashFlow sign indicator',
);
const MADE = words(
  'createdAt created creationDate createdOn creationTime dateCreated requestedAt insertedAt',
);
const CHANGED = words(
  'updatedAt updated updateDate updatedOn modifiedAt lastUpdate lastUpdatedAt changedAt statusAt',
);
/** A row's only instant, whatever it is of. */
const AT = words('date timestamp datetime at time when');
const PAID = words('paidAt paid paymentDate paidOn confirmedAt completedAt settledAt liquidatedAt');
const BOOKED = words('postedAt bookedAt postingDate bookingDate effectiveAt effectiveDate occurredAt');
const END_TO_END = words('endToEndId e2eId endToEnd e2e endToEndIdentification endToEndIdentifier');
const REFERENCE = words(
  'clientReference externalReference externalRef externalId clientRef reference referenceCode',
);
const NOTE = words('description comment note message memo additionalInfo remark remarks text');
const REASON = words('reason motive cause justification');
const PIX_KEY = words('pixKey addressingKey dictKey keyValue');
const PIX_KEY_TYPE = words('pixKeyType pixType keyType addressingKeyType');
const DEADLINE = words('dueAt expiresAt deadline dueDate limitDate expirationDate respondBy');
const ANSWERED = words(
  'answeredAt defendedAt respondedAt repliedAt defenseSentAt defenseAt answerDate responseDate defenseDate',
);
const DECIDED = words(
  'resultAt decidedAt analyzedAt analysedAt closedAt finishedAt resolvedAt analysisDate endedAt',
);
const CALLBACK = words('callbackUrl callback notificationUrl postbackUrl webhookUrl');
const URL_OF = words('url uri href link address endpoint targetUrl');

/** `until`, `dueAt`, `…Deadline…`, `expires…` in any composition. */
const LIKE_A_DEADLINE = /until|dueat|dueon|duedate|dueby|deadline|expir|limitdate|respondby|answerby/;
/** Words of a person or a bank about the thing. */
const LIKE_A_NOTE = /(?:note|notes|comment|comments|remark|remarks|narrative|statement|explanation)$/;

export const id = (...also: string[]) => text(...also, ...ID);
export const amount = (...also: string[]) => number(...also, ...AMOUNT);
export const netAmount = (...also: string[]) => number(...also, ...NET_AMOUNT);
export const grossAmount = (...also: string[]) => number(...also, ...GROSS_AMOUNT);
export const fee = (...also: string[]) => number(...also, ...FEE);
export const state = (...also: string[]) => text(...also, ...STATE);
export const kind = (...also: string[]) => text(...also, ...KIND);
export const direction = (...also: string[]) => text(...also, ...DIRECTION);
export const made = (...also: string[]) => instant(...also, ...MADE);
export const changed = (...also: string[]) => instant(...also, ...CHANGED);
export const instantOfRow = (...also: string[]) => instant(...also, ...AT);
export const paid = (...also: string[]) => instant(...also, ...PAID);
export const booked = (...also: string[]) => instant(...also, ...BOOKED);
export const endToEndId = (...also: string[]) => text(...also, ...END_TO_END);
export const reference = (...also: string[]) => text(...also, ...REFERENCE);
export const note = (...also: string[]) => ({ ...text(...also, ...NOTE), like: LIKE_A_NOTE });
export const reason = (...also: string[]) => text(...also, ...REASON);
export const pixKey = (...also: string[]) => text(...also, ...PIX_KEY);
export const pixKeyType = (...also: string[]) => text(...also, ...PIX_KEY_TYPE);
export const deadline = (...also: string[]) => ({ ...instant(...also, ...DEADLINE), like: LIKE_A_DEADLINE });
export const answered = (...also: string[]) => instant(...also, ...ANSWERED);
export const decided = (...also: string[]) => instant(...also, ...DECIDED);
export const callbackUrl = (...also: string[]) => text(...also, ...CALLBACK);
export const url = (...also: string[]) => text(...also, ...URL_OF);

/** Everybody who may stand for one side of a payment. */
const SIDES = {
  payer: words('payer sender debtor paidBy remitter payerParty payerAccountHolder from'),
  receiver: words('receiver recipient beneficiary creditor destination payee receiverParty to'),
  counterparty: words('counterparty counterpart otherParty party other'),
  owner: words('owner holder accountOwner accountHolder person'),
} as const;
export type Side = keyof typeof SIDES;

const WHO = words('name fullName legalName companyName tradeName holderName ownerName');
const WHO_OWNS = words('holder owner person');
const DOCUMENT = words('document taxId documentNumber taxNumber cpfCnpj cpf cnpj');
const BANK = words('institution bank participant account.bank account.institution');
const BANK_NAME = words('institutionName bankName participantName');
const ISPB = words('institutionIspb ispb bankIspb ispbCode participantIspb');
const ACCOUNT = words('accountNumber account account.number bankAccount bankAccount.number accountNo');

const each = (outer: readonly string[], inner: readonly string[]) =>
  outer.flatMap((one) => inner.map((other) => `${one}.${other}`));

/** A side of a payment, told flat (`payerName`) or as an object, its bank and account one level down or not. */
export function party<S extends Side>(side: S, also: readonly string[] = []) {
  const who = [...SIDES[side], ...also];
  const of = (names: readonly string[]) => text(...each(who, names));
  const fields = {
    name: of([...WHO, ...each(WHO_OWNS, WHO)]),
    document: of([...DOCUMENT, ...each(WHO_OWNS, DOCUMENT)]),
    institutionIspb: of([...ISPB, ...each([...BANK, 'account'], ['ispb', 'ispbCode'])]),
    institutionName: of([...BANK_NAME, ...BANK, ...each(BANK, ['name', 'institutionName', 'bankName'])]),
    accountNumber: of([...ACCOUNT, ...each(BANK, ['accountNumber', 'account'])]),
  };
  type Name = `${S}${Capitalize<keyof typeof fields>}`;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      `${side}${name.replace(/^./, (first) => first.toUpperCase())}`,
      field,
    ]),
  ) as Record<Name, ReturnType<typeof text>>;
}

type PartyFields<S extends Side> = Record<
  `${S}${'Name' | 'Document' | 'InstitutionIspb' | 'InstitutionName' | 'AccountNumber'}`,
  string | null
>;

/** The side as records hold it. */
export const partyOf = <S extends Side>(fields: PartyFields<S>, side: S) => ({
  name: fields[`${side}Name`],
  document: fields[`${side}Document`],
  institutionIspb: fields[`${side}InstitutionIspb`],
  institutionName: fields[`${side}InstitutionName`],
  accountNumber: fields[`${side}AccountNumber`],
});

export const keyOf = (side: Side) => text(...each(SIDES[side], ['pixKey', 'key', 'dictKey']));
