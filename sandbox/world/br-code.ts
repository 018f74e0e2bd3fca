/** CRC-16/CCITT-FALSE, four uppercase hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

export type BrCode = {
  url?: string;
  key?: string;
  amount: number | null;
  name: string;
  city: string;
  txid: string;
};

/** Amount in cents. */
export function writeBrCode(code: BrCode): string {
  const account =
    field('00', 'br.gov.bcb.pix') + (code.url ? field('25', code.url) : field('01', code.key ?? ''));
  const body =
    field('00', '01') +
    (code.url ? field('01', '12') : '') +
    field('26', account) +
    field('52', '0000') +
    field('53', '986') +
    (code.amount === null ? '' : field('54', (code.amount / 100).toFixed(2))) +
    field('58', 'BR') +
    field('59', code.name.slice(0, 25)) +
    field('60', code.city.slice(0, 15)) +
    field('62', field('05', code.txid)) +
    '6304';
  return body + crc16(body);
}

function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let place = 0;
  while (place < text.length) {
    const head = /^(\d{2})(\d{2})/.exec(text.slice(place, place + 4));
    if (!head) return null;
    const length = Number(head[2]);
    const value = text.slice(place + 4, place + 4 + length);
    if (value.length !== length) return null;
    fields.set(head[1] as string, value);
    place += 4 + length;
  }
  return fields;
}

export type ReadBrCode = BrCode & { dynamic: boolean; additionalInfo: string | null };

/** Null when the text is not a Pix code or its checksum is wrong. */
export function readBrCode(text: string): ReadBrCode | null {
  if (!/^000201/.test(text) || !/6304[0-9A-Fa-f]{4}$/.test(text)) return null;
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return null;
  const fields = fieldsOf(text);
  const account = fields && fieldsOf(fields.get('26') ?? '');
  if (!fields || !account || account.get('00')?.toLowerCase() !== 'br.gov.bcb.pix') return null;
  const amount = fields.get('54');
  const url = account.get('25');
  const key = account.get('01');
  if (url === undefined && key === undefined) return null;
  return {
    ...(url === undefined ? {} : { url }),
    ...(key === undefined ? {} : { key }),
    dynamic: url !== undefined,
    amount: amount === undefined ? null : Math.round(Number(amount) * 100),
    name: fields.get('59') ?? '',
    city: fields.get('60') ?? '',
    txid: fieldsOf(fields.get('62') ?? '')?.get('05') ?? '***',
    additionalInfo: account.get('02') ?? null,
  };
}
