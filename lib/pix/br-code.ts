/** Pix copy-and-paste codes (EMV): what can be told of one before anybody is asked. */

export type BrCode = {
  /** `url` instead of a key: the receiver's institution answers what it is. */
  key: string | null;
  url: string | null;
  /** Cents; null: the payer names it. */
  amount: number | null;
  name: string | null;
  city: string | null;
  txid: string | null;
};

const PIX = 'br.gov.bcb.pix';
const ACCOUNTS = { from: 26, to: 51 };

/** No key and no account number begins so. */
export const looksLikeCode = (text: string) => /^\s*000201/.test(text);

/**
 * Reads a code. `code_invalid`: it is no Pix code; `code_broken`: its checksum does not hold, so that a character is
 * missing or wrong. The amount is read as text, never as a float.
 */
export function readBrCode(text: string): BrCode | 'code_invalid' | 'code_broken' {
  const code = text.trim();
  if (!looksLikeCode(code)) return 'code_invalid';
  if (!/6304[0-9A-F]{4}$/i.test(code)) return 'code_broken';
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return 'code_broken';
  const fields = fieldsOf(code);
  const account = fields === null ? null : accountOf(fields);
  if (fields === null || account === null) return 'code_invalid';
  const key = account.get('01') ?? null;
  const url = account.get('25') ?? null;
  if (key === null && url === null) return 'code_invalid';
  return {
    key,
    url,
    amount: centsOf(fields.get('54')),
    name: fields.get('59') ?? null,
    city: fields.get('60') ?? null,
    txid: fieldsOf(fields.get('62') ?? '')?.get('05') ?? null,
  };
}

function accountOf(fields: ReadonlyMap<string, string>): Map<string, string> | null {
  for (let id = ACCOUNTS.from; id <= ACCOUNTS.to; id += 1) {
    const account = fieldsOf(fields.get(String(id)) ?? '');
    if (account?.get('00')?.toLowerCase() === PIX) return account;
  }
  return null;
}

/** Id (2 digits), length (2 digits), value; again and again. Null where that does not come out even. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let place = 0;
  while (place < text.length) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(place, place + 4));
    if (head === null) return null;
    const [, id = '', length = ''] = head;
    const value = text.slice(place + 4, place + 4 + Number(length));
    if (value.length !== Number(length)) return null;
    fields.set(id, value);
    place += 4 + value.length;
  }
  return fields;
}

function centsOf(text: string | undefined): number | null {
  const match = /^(\d{1,12})(?:\.(\d{0,2}))?$/.exec(text ?? '');
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const cents = Number(whole + fraction.padEnd(2, '0'));
  return cents === 0 ? null : cents;
}

/** CRC-16/CCITT-FALSE over the text's bytes, as four capital hexadecimal digits. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
