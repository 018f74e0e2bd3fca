/**
 * A second reader of Pix codes, for the fuzz test of the first: written from the Manual's rules alone, with other
 * means (bytes and counted lists), and slow. Returns what a code pays, or null where the Manual refuses it.
 */
export type Paid = {
  key: string | null;
  url: string | null;
  amount: number | null;
  name: string;
  city: string;
  txid: string | null;
  recurrence: string | null;
};
type Counted = 'characters' | 'bytes';
type Pair = [id: string, value: string];

export function paidBy(pasted: string): Paid | null {
  const found: (Paid | 'nothing')[] = [];
  for (const text of spellings(pasted)) {
    if (!hasChecksum(text)) continue;
    const plain = Buffer.byteLength(text) === [...text].length;
    for (const counted of plain ? (['bytes'] as const) : (['characters', 'bytes'] as const)) {
      const pairs = pairsOf(text, counted);
      const last = pairs?.at(-1);
      if (pairs === null || last?.[0] !== '63' || last[1] !== text.slice(-4)) continue;
      if (pairs.some(([id, value]) => isTemplate(Number(id)) && pairsOf(value, counted) === null)) continue;
      const paid = paidByFields(pairs, counted);
      if (paid !== null) found.push(paid);
    }
  }
  const [paid] = found;
  return found.length > 1 || paid === undefined || paid === 'nothing' ? null : paid;
}

/** 'nothing': it authorises a recurrence alone. */
function paidByFields(pairs: Pair[], counted: Counted): Paid | 'nothing' | null {
  const inside = (value: string) => pairsOf(value, counted) ?? [];
  const all = (id: string, list = pairs) => list.filter((pair) => pair[0] === id).map((pair) => pair[1]);
  const lists = [pairs, ...pairs.filter(([id]) => isTemplate(Number(id))).map(([, value]) => inside(value))];
  for (const list of lists) {
    const ids = list.map(([id]) => id);
    if (ids.some((id, at) => ids.indexOf(id) !== at) || list.some(([, value]) => value === '')) return null;
  }
  if (all('00').join() !== '01' || pairs[0]?.[0] !== '00') return null;
  if (all('53').join() !== '986' || all('58').join() !== 'BR') return null;
  for (const id of ['52', '59', '60']) if (all(id).length === 0) return null;
  const ofPix = (from: number, to: number) =>
    pairs
      .filter(([id]) => Number(id) >= from && Number(id) <= to)
      .map(([, value]) => inside(value))
      .filter((list) => all('00', list).join().toUpperCase() === 'BR.GOV.BCB.PIX');
  const accounts = ofPix(26, 51);
  const recurrences = ofPix(80, 99);
  if (accounts.length !== 1 || recurrences.length > 1) return null;
  const [key = null] = all('01', accounts[0]);
  const [url = null] = all('25', accounts[0]);
  const [written] = all('54');
  const amount = written === undefined ? null : cents(written);
  if (amount === undefined) return null;
  const [recurrence = null] = recurrences.flatMap((list) => all('25', list));
  if (key !== null && url !== null) return null;
  if (key === null && url === null) return recurrence === null ? null : 'nothing';
  const [txid = null] = all('62').flatMap((value) => all('05', inside(value)));
  return { key, url, amount, name: all('59').join(), city: all('60').join(), txid, recurrence };
}

const isTemplate = (id: number) => (id >= 26 && id <= 51) || id === 62 || id === 64 || id >= 80;

/** Undefined: no amount in reais. */
function cents(text: string): number | null | undefined {
  const parts = text.split('.');
  const digits = parts.join('');
  if (parts.length > 2 || parts[0] === '' || text.length > 13) return undefined;
  for (const sign of digits) if (!'0123456789'.includes(sign)) return undefined;
  const [whole = '', fraction = ''] = parts;
  if (fraction.length > 2) return undefined;
  const sum = BigInt(whole) * 100n + BigInt(`${fraction}00`.slice(0, 2));
  return sum === 0n ? null : Number(sum);
}

/** Id, length, value; null where the bytes or the characters do not come out even. */
function pairsOf(text: string, counted: Counted): Pair[] | null {
  return counted === 'bytes' ? pairsOfBytes(Buffer.from(text)) : pairsOfCharacters([...text]);
}

function pairsOfBytes(bytes: Buffer): Pair[] | null {
  const pairs: Pair[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [id, length] = headOf(bytes.toString('latin1', at, at + 4));
    const value = bytes.subarray(at + 4, at + 4 + length);
    const read = value.toString();
    // A value that ends amid a character is none.
    if (value.length !== length || Buffer.byteLength(read) !== length) return null;
    pairs.push([id, read]);
    at += 4 + length;
  }
  return pairs;
}

function pairsOfCharacters(signs: string[]): Pair[] | null {
  const pairs: Pair[] = [];
  let at = 0;
  while (at < signs.length) {
    const [id, length] = headOf(signs.slice(at, at + 4).join(''));
    const value = signs.slice(at + 4, at + 4 + length);
    if (value.length !== length) return null;
    pairs.push([id, value.join('')]);
    at += 4 + length;
  }
  return pairs;
}

/** NaN, which no value's length is, where the four signs are no digits. */
function headOf(head: string): [id: string, length: number] {
  const digits = head.length === 4 && [...head].every((sign) => sign >= '0' && sign <= '9');
  return [head.slice(0, 2), digits ? Number(head.slice(2)) : Number.NaN];
}

/** CRC-16/CCITT-FALSE by long division of the message's bits. */
function hasChecksum(text: string): boolean {
  const end = text.slice(-8);
  if (!/^6304[0-9A-Fa-f]{4}$/.test(end)) return false;
  let rest = 0xffff;
  for (const byte of Buffer.from(text.slice(0, -4))) {
    rest ^= byte * 256;
    for (let step = 0; step < 8; step += 1) {
      rest *= 2;
      if (rest >= 0x10000) rest = (rest - 0x10000) ^ 0x1021;
    }
  }
  return rest === Number.parseInt(end.slice(4), 16);
}

/** Every method to undo the line breaks and blanks of a pasted text. */
function spellings(pasted: string): Set<string> {
  const shown = pasted.split(/\p{Cf}/u).join('');
  const lines = shown
    .split(/[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = new Set<string>();
  for (let choice = 0; choice < 2 ** (lines.length - 1); choice += 1) {
    const text = lines.reduce((begun, line, at) => begun + ((choice >> (at - 1)) & 1 ? ' ' : '') + line, '');
    found.add(text);
    found.add(text.replace(/[^\S\n\v\f\r\t]/g, ' '));
  }
  return found;
}
