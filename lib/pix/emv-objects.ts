/** Data objects, checksum and possible spellings of a code that an EMV merchant-presented QR code carries. */

export type DataObject = { id: string; value: string };

/** Size of a character, by its code point, in the unit that an object's length is counted in. */
type LengthUnit = (point: number) => number;

const characters: LengthUnit = () => 1;

const utf8Bytes: LengthUnit = (point) => {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
};

/** Generators count a length in characters or in UTF-8 bytes; without accents both are the same. */
export const unitsOf = (text: string): LengthUnit[] =>
  /^\p{ASCII}*$/u.test(text) ? [characters] : [characters, utf8Bytes];

/** Reads id (2 digits), length (2 digits) and value, again and again. `even`: nothing is left over. */
export function readObjects(text: string, unit: LengthUnit): { objects: DataObject[]; even: boolean } {
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

/** Tells if the last eight characters are the checksum (field 63) of all before its value. */
export function checksumHolds(code: string): boolean {
  return /6304[0-9A-F]{4}$/i.test(code) && crc16(code.slice(0, -4)) === code.slice(-4).toUpperCase();
}

/** A line break with the blanks around it. */
const BREAK = /[\s\u0085]*[\n\v\f\r\u0085\u2028\u2029][\s\u0085]*/;
const BREAK_SIGNS = /[\n\v\f\r\u0085\u2028\u2029]/g;
/** Every line break doubles the spellings: above this number they are dropped, and blanks stay as they are. */
const MOST_BREAKS = 8;

/**
 * The codes that a pasted text may mean, the likeliest first. Invisible signs and blanks around it go. A line break
 * was added by whoever wrapped the text, or stands where a blank was; a typographic blank may stand for a blank.
 */
export function spellingsOf(text: string): string[] {
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
