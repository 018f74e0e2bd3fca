import 'server-only';
import { each, pixKey, words } from '#lib/providers/field-aliases.ts';
import { text } from '#lib/providers/fields.ts';

const SIDES = {
  payer: words('payer sender debtor paidBy remitter payerParty payerAccountHolder from'),
  receiver: words('receiver recipient beneficiary creditor destination payee receiverParty to'),
  counterparty: words('counterparty counterpart otherParty party other'),
  owner: words('owner holder accountOwner accountHolder person'),
  customer: words('customer buyer'),
} as const;
export type Side = keyof typeof SIDES;
const WHO = words('name fullName legalName companyName tradeName holderName ownerName');
/** These count only without a name from WHO; next to one they repeat it. */
const ALSO_WHO = words('displayName businessName corporateName registeredName socialName personName');
const WHO_OWNS = words('holder owner person');
const DOCUMENT = words('document taxId documentNumber taxNumber cpfCnpj cpf cnpj identity');
const BANK = words('institution bank participant account.bank account.institution');
const BANK_NAME = words('institutionName bankName participantName');
const ISPB = words('institutionIspb ispb bankIspb ispbCode participantIspb');
const ACCOUNT = words('accountNumber account account.number bankAccount bankAccount.number accountNo');

/** Fields of one side, flat (`payerName`) or in an object; bank and account may be one level deeper. */
export function party<S extends Side>(side: S, also: readonly string[] = []) {
  const who = [...SIDES[side], ...also];
  const of = (names: readonly string[]) => text(...each(who, names));
  const fields = {
    name: {
      ...of([...WHO, ...each(WHO_OWNS, WHO)]),
      whole: each(who, WHO_OWNS),
      aliases: each(who, [...ALSO_WHO, ...each(WHO_OWNS, ALSO_WHO)]),
    },
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

/** The party that a key or a code pays: direct, flat or nested fields, under any name of that side. */
const PAID_ONE = words(
  'owner holder beneficiary receiver recipient payee creditor person accountOwner accountHolder merchant',
);
const paidOne = (names: readonly string[], also: readonly string[] = []) =>
  text(...names, ...also, ...each(PAID_ONE, names));
const BRANCH = words('branch agency branchCode');
const WHERE = [...BANK, 'psp', 'account'];
export const paidName = (...also: string[]) => ({
  ...paidOne(WHO, also),
  whole: PAID_ONE,
  aliases: [...ALSO_WHO, ...each(PAID_ONE, ALSO_WHO)],
});
export const paidDocument = (...also: string[]) => paidOne([...DOCUMENT, 'taxIdNumber'], also);
export const personType = (...also: string[]) => paidOne(['personType', 'holderType', 'ownerType'], also);
/** The Pix key of a code or a destination. */
export const paidKey = () => text(...pixKey('key').spellings, ...each(PAID_ONE, ['key', 'pixKey']));
export const city = (...also: string[]) => paidOne(words('city town municipality locality cityName'), also);
export const bankIspb = (...also: string[]) => text(...ISPB, ...also, ...each(WHERE, ['ispb', 'ispbCode']));
export const bankName = (...also: string[]) =>
  text(
    ...BANK_NAME,
    ...also,
    ...each([...BANK, 'psp', 'holder.bank', 'owner.bank'], ['name', 'legalName', 'fullName', 'bankName']),
  );
export const accountNumber = (...also: string[]) =>
  text(...ACCOUNT, ...also, 'account.accountNumber', ...each(BANK, ['accountNumber', 'account']));
export const branch = (...also: string[]) =>
  text(...BRANCH, ...also, ...each([...WHERE, ...each(BANK, ['account'])], BRANCH));
export const accountType = (...also: string[]) =>
  text(...words('accountType typeAccount'), ...also, ...each(WHERE, ['accountType']), 'account.type');

type PartyFields<S extends Side> = Record<
  `${S}${'Name' | 'Document' | 'InstitutionIspb' | 'InstitutionName' | 'AccountNumber'}`,
  string | null
>;

export const partyOf = <S extends Side>(fields: PartyFields<S>, side: S) => ({
  name: fields[`${side}Name`],
  document: fields[`${side}Document`],
  institutionIspb: fields[`${side}InstitutionIspb`],
  institutionName: fields[`${side}InstitutionName`],
  accountNumber: fields[`${side}AccountNumber`],
});

export const emailOf = (side: Side, ...also: string[]) =>
  text(...each([...SIDES[side], ...also], words('email mail contact.email contact.mail')));
export const keyOf = (side: Side) => text(...each(SIDES[side], ['pixKey', 'key', 'dictKey']));
