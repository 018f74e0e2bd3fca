/** Checks Pix codes before a provider is called, by the Central Bank's Manual and EMV's specification. */

export type BrCode = {
  /** The code as it is sent: without line breaks and invisible characters. */
  text: string;
  /** Either `key` (static) or `url` (dynamic: the receiver's institution answers what is to be paid). */
  key: string | null;
  url: string | null;
  /** Cents; null: the payer chooses it. */
  amount: number | null;
  name: string;
  city: string;
  txid: string | null;
  /** Address of the recurrence (Pix Automático) that a composite code offers in addition to its payment. */
  recurrence: string | null;
};

/** Reasons to refuse a code; each has a message in `payments.errors`. */
export const CODE_ERRORS = [
  'code_invalid',
  'code_broken',
  'code_no_checksum',
  'code_checksum_not_last',
  'code_trailing',
  'code_malformed',
  'code_ambiguous',
  'code_repeated',
  'code_version',
  'code_no_category',
  'code_no_currency',
  'code_no_country',
  'code_no_name',
  'code_no_city',
  'code_currency',
  'code_country',
  'code_amount',
  'code_no_receiver',
  'code_two_receivers',
  'code_recurrence',
] as const;
export type CodeError = (typeof CODE_ERRORS)[number];

const PIX = 'br.gov.bcb.pix';
const CHECKSUM = '63';
/** Mandatory besides 00, 26 to 51 and 63; the Manual's identifier (62-05) is optional in EMV. */
const MANDATORY = [
  ['52', 'code_no_category'],
  ['53', 'code_no_currency'],
  ['58', 'code_no_country'],
  ['59', 'code_no_name'],
  ['60', 'code_no_city'],
] as const;
/** Templates: accounts of arrangements, additional data, name in another language, unreserved ones. */
const isAccount = (id: string) => id >= '26' && id <= '51';
const isUnreserved = (id: string) => id >= '80';
const isTemplate = (id: string) => isAccount(id) || isUnreserved(id) || id === '62' || id === '64';

type DataObject = { id: string; value: string };

/** Size of a character (by its code point) in the unit of an object's length. */
type LengthUnit = (point: number) => number;

const characters: LengthUnit = () => 1;

const utf8Bytes: LengthUnit = (point) => {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
};

/** Generators count a length in characters or in UTF-8 bytes; without accents both are the same. */
const unitsOf = (text: string): LengthUnit[] =>
  /^\p{ASCII}*$/u.test(text) ? [characters] : [characters, utf8Bytes];

/** Reads objects of id (2 digits), length (2 digits) and value to the end. `even`: nothing remains. */
function readObjects(text: string, unit: LengthUnit): { objects: DataObject[]; even: boolean } {
  const objects: DataObject[] = [];
  let place = 0;
  while (place < text.length) {
    const head = text.slice(place, place + 4);
    if (!/^\d{4}$/.test(head)) break;
    let missing = Number(head.slice(2));
    let end = place + 4;
    while (missing > 0 && end < text.length) {
      const point = text.codePointAt(end) ?? 0;
      missing -= unit(point);
      end += point > 0xffff ? 2 : 1;
    }
    if (missing !== 0) break;
    objects.push({ id: head.slice(0, 2), value: text.slice(place + 4, end) });
    place = end;
  }
  return { objects, even: place === text.length };
}

/** True if the code ends with a checksum field (63) that is valid for everything before its value. */
function checksumHolds(code: string): boolean {
  return /6304[0-9A-F]{4}$/i.test(code) && crc16(code.slice(0, -4)) === code.slice(-4).toUpperCase();
}

const BREAK = /[\s\u0085]*[\n\v\f\r\u0085\u2028\u2029][\s\u0085]*/;

const BREAK_SIGNS = /[\n\v\f\r\u0085\u2028\u2029]/g;

/** Every line break doubles the spellings. With more of them, all are removed and blanks stay unchanged. */
const MOST_BREAKS = 8;

/** Codes that a pasted text may mean, likeliest first: a line break was added, or was a blank. */
function spellingsOf(text: string): string[] {
  const visible = text.replace(/\p{Cf}/gu, '').trim();
  const [first = '', ...more] = visible.split(BREAK);
  let spellings = [first];
  if (more.length > MOST_BREAKS) spellings = [visible.replace(BREAK_SIGNS, '')];
  else for (const line of more) spellings = spellings.flatMap((begun) => [begun + line, `${begun} ${line}`]);
  const plain = spellings.map((spelling) => spelling.replace(/\p{Zs}/gu, ' '));
  return [...new Set([...spellings, ...plain])];
}

/** CRC-16/CCITT-FALSE over the text's UTF-8 bytes, as four capital hexadecimal digits. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

type Field = DataObject & { inner: DataObject[] };
type Reading = { text: string; fields: Field[] };

/** True for a code. A key that begins like one has at most 77 characters (e-mail) or 32, and no Pix name. */
export function looksLikeCode(text: string): boolean {
  const [code = ''] = spellingsOf(text);
  if (!/^0002\d{6}/.test(code)) return false;
  return code.toLowerCase().includes(PIX) || code.length > (code.includes('@') ? 77 : 32);
}

/** Reads a code, or why it is refused. The one valid reading of lengths and line breaks counts. */
export function readBrCode(text: string): BrCode | CodeError {
  const spellings = spellingsOf(text);
  const [likeliest = ''] = spellings;
  if (!/^0002\d\d/.test(likeliest)) return 'code_invalid';
  const judged = spellings.flatMap(readingsOf).map(judge);
  const understood = judged.filter((one) => typeof one !== 'string' || one === 'code_recurrence');
  if (understood.length > 1) return 'code_ambiguous';
  return understood[0] ?? judged[0] ?? unreadable(spellings.find(checksumHolds) ?? likeliest);
}

function readingsOf(text: string): Reading[] {
  if (!checksumHolds(text)) return [];
  return unitsOf(text).flatMap((unit) => {
    const { objects, even } = readObjects(text, unit);
    const last = objects.at(-1);
    if (!even || last?.id !== CHECKSUM || last.value.length !== 4) return [];
    const fields: Field[] = [];
    for (const { id, value } of objects) {
      const inner = isTemplate(id) ? readObjects(value, unit) : { objects: [], even: true };
      if (!inner.even) return [];
      fields.push({ id, value, inner: inner.objects });
    }
    return [{ text, fields }];
  });
}

/** Why there is no reading, judged by the place of the checksum field, in the unit that finds it. */
function unreadable(code: string): CodeError {
  const errors = unitsOf(code).map((unit): CodeError => {
    const { objects, even } = readObjects(code, unit);
    const at = objects.findIndex(({ id }) => id === CHECKSUM);
    if (at === -1 && even) return 'code_no_checksum';
    if (at !== -1 && !even) return 'code_trailing';
    if (at !== -1 && at < objects.length - 1) return 'code_checksum_not_last';
    return checksumHolds(code) ? 'code_malformed' : 'code_broken';
  });
  return errors.find((error) => error !== 'code_broken') ?? 'code_broken';
}

function judge({ text, fields }: Reading): BrCode | CodeError {
  const accounts = fields.filter((field) => isAccount(field.id) && isOfPix(field));
  const recurrences = fields.filter((field) => isUnreserved(field.id) && isOfPix(field));
  if (repeats(fields) || fields.some(({ inner }) => repeats(inner))) return 'code_repeated';
  if (accounts.length > 1 || recurrences.length > 1) return 'code_repeated';
  // EMV: a length is 01 to 99. An empty amount has its own error.
  if (fields.some(({ id, value, inner }) => (value === '' && id !== '54') || inner.some(isEmpty)))
    return 'code_malformed';
  const valueIn = (id: string) => fields.find((field) => field.id === id)?.value;
  if (valueIn('00') !== '01') return 'code_version';
  const missing = MANDATORY.find(([id]) => valueIn(id) === undefined);
  if (missing !== undefined) return missing[1];
  if (valueIn('53') !== '986') return 'code_currency';
  if (valueIn('58') !== 'BR') return 'code_country';
  const amount = centsOf(valueIn('54'));
  if (amount === 'code_amount') return amount;
  const [account] = accounts;
  if (account === undefined) return 'code_invalid';
  const key = innerOf(account, '01');
  const url = innerOf(account, '25');
  const recurrence = innerOf(recurrences[0], '25');
  if (key !== null && url !== null) return 'code_two_receivers';
  if (key === null && url === null) return recurrence === null ? 'code_no_receiver' : 'code_recurrence';
  const additional = fields.find(({ id }) => id === '62');
  return {
    text,
    key,
    url,
    amount,
    name: valueIn('59') ?? '',
    city: valueIn('60') ?? '',
    txid: innerOf(additional, '05'),
    recurrence,
  };
}

const repeats = (objects: readonly DataObject[]) =>
  new Set(objects.map(({ id }) => id)).size < objects.length;
const isEmpty = ({ value }: DataObject) => value === '';
const innerOf = (field: Field | undefined, id: string) =>
  field?.inner.find((object) => object.id === id)?.value ?? null;
/** The Manual: an arrangement's name is case-insensitive. */
const isOfPix = (field: Field) => innerOf(field, '00')?.toLowerCase() === PIX;

/** Field 54 as cents, read as text, never as a float. Null for zero or no field: the payer chooses. */
function centsOf(text: string | undefined): number | null | 'code_amount' {
  if (text === undefined) return null;
  const match = /^(\d+)(?:\.(\d{0,2}))?$/.exec(text);
  if (match === null || text.length > 13) return 'code_amount';
  const [, whole = '', fraction = ''] = match;
  return Number(whole + fraction.padEnd(2, '0')) || null;
}
