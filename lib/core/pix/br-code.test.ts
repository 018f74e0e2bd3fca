import { describe, expect, it } from 'vitest';
import en from '../../../messages/en/payments.json';
import pt from '../../../messages/pt-BR/payments.json';
import vectors from '../fixtures/vectors/br-codes.json';
import { CODE_ERRORS, looksLikeCode, readBrCode } from './br-code.ts';
import { field, fieldInBytes, sealed } from './testing/write-code.ts';

const [plain] = vectors.valid;
const code = plain?.code ?? '';
const URL = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
const RECURRENCE = 'pix.example.com/rec/2353c790eefb11eaadc10242ac120002';
/** The Manual's examples, sections 2.7.2 and 2.8.5. */
const DYNAMIC = `00020101021226700014br.gov.bcb.pix2548${URL}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4`;
const RECURRENCE_ALONE = `00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552${RECURRENCE}6304F2DA`;
const STATIC_AND_RECURRENCE = `00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.505802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552${RECURRENCE}63042875`;
const DYNAMIC_AND_RECURRENCE = `00020101021226700014br.gov.bcb.pix2548${URL}5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552${RECURRENCE}6304FB42`;

const pix = (...inner: string[]) => field('26', field('00', 'br.gov.bcb.pix') + inner.join(''));
const unreserved = (id: string, gui: string, ...inner: string[]) =>
  field(id, field('00', gui) + inner.join(''));
/** Fields of a code that is in order; a test changes some, an empty text leaves one out. */
const FIELDS = {
  '00': field('00', '01'),
  '26': pix(field('01', 'ana@example.com')),
  '52': field('52', '0000'),
  '53': field('53', '986'),
  '54': '',
  '58': field('58', 'BR'),
  '59': field('59', 'Ana Souza'),
  '60': field('60', 'SAO PAULO'),
  '62': field('62', field('05', '***')),
  more: '',
};
type Changed = Partial<Record<keyof typeof FIELDS, string>>;
const ORDER = ['00', '26', '52', '53', '54', '58', '59', '60', '62', 'more'] as const;
const bodyWith = (changed: Changed = {}) => {
  const fields = { ...FIELDS, ...changed };
  return ORDER.map((name) => fields[name]).join('');
};
const codeWith = (changed: Changed = {}) => sealed(bodyWith(changed));
const amountOf = (text: string) => {
  const read = readBrCode(codeWith({ '54': field('54', text) }));
  return typeof read === 'string' ? read : read.amount;
};

describe('a Pix code', () => {
  it.each(vectors.valid)('$code is read', ({ code, note: _, type, ...expected }) => {
    const read = readBrCode(` ${code}\n`);
    expect(read).toMatchObject({ ...expected, text: code, recurrence: null });
    expect(typeof read === 'string' || (read.url !== null) === (type === 'DYNAMIC')).toBe(true);
  });

  it.each(vectors.invalid)('$code is none: $why', ({ code }) => {
    expect(readBrCode(code)).toMatch(/^code_/);
  });

  it('is broken when any character of it is another', () => {
    for (let at = 6; at < code.length - 4; at += 1) {
      const other = code[at] === '5' ? '6' : '5';
      if (!/[0-9A-Za-z]/.test(code[at] ?? '')) continue;
      expect(readBrCode(code.slice(0, at) + other + code.slice(at + 1)), String(at)).toMatch(/^code_/);
    }
  });

  it('is broken when it was cut, and lacks its checksum when it was cut between two fields', () => {
    const between = new Set([6, 68, 76, 83, 89, 106, 118, 129]);
    for (let length = 6; length < code.length; length += 1)
      expect(readBrCode(code.slice(0, length)), String(length)).toBe(
        between.has(length) ? 'code_no_checksum' : 'code_broken',
      );
  });

  it('reads its amount as text, to the cent; zero is none', () => {
    expect(amountOf('0.01')).toBe(1);
    expect(amountOf('1.1')).toBe(110);
    expect(amountOf('70')).toBe(7000);
    expect(amountOf('98.')).toBe(9800);
    expect(amountOf('9999999999.99')).toBe(999_999_999_999);
    expect(amountOf('0.00')).toBeNull();
    expect(amountOf('0')).toBeNull();
  });

  it.each([
    [
      'of another arrangement beside Pix',
      field('27', field('00', 'br.com.outro') + field('01', '0123456789')),
    ],
    ['of a template of its own', unreserved('80', 'BR.COM.OUTRO', field('01', '0123.ABCD'))],
    ['with a postal code', field('61', '70074900')],
  ])('may hold fields %s', (_, more) => {
    expect(readBrCode(codeWith({ more }))).toMatchObject({ key: 'ana@example.com', recurrence: null });
  });

  it('names Pix in any letters, in any place that accounts have', () => {
    const account = field('51', field('00', 'BR.GOV.BCB.PIX') + field('01', 'ana@example.com'));
    expect(readBrCode(codeWith({ '26': account }))).toMatchObject({ key: 'ana@example.com' });
  });
});

const twice = (text: string) => text + text;
const REFUSED: [reason: (typeof CODE_ERRORS)[number], what: string, code: string][] = [
  ['code_invalid', 'no code', 'ana@example.com'],
  [
    'code_invalid',
    'a code of another arrangement',
    codeWith({ '26': field('26', field('00', 'br.com.outro')) }),
  ],
  [
    'code_invalid',
    'Pix beyond the places of accounts',
    codeWith({ '26': '', more: unreserved('80', 'br.gov.bcb.pix', field('01', 'a@b.br')) }),
  ],
  ['code_broken', 'a wrong checksum', `${codeWith().slice(0, -4)}0000`],
  ['code_broken', 'a checksum that is no hexadecimal number', `${codeWith().slice(0, -4)}ZZZZ`],
  ['code_no_checksum', 'no checksum', bodyWith()],
  ['code_no_checksum', 'a checksum inside of another field', sealed(`${bodyWith({ '62': '' })}62140510AB`)],
  ['code_checksum_not_last', 'fields after the checksum', `${codeWith()}${field('61', '70074900')}`],
  ['code_repeated', 'two checksums', sealed(codeWith())],
  ['code_trailing', 'text after the checksum', `${codeWith()} Obrigado!`],
  ['code_trailing', 'a full stop after the checksum', `${codeWith()}.`],
  ['code_trailing', 'a line after the checksum', `${codeWith()}\n\nPague até amanhã`],
  ['code_malformed', 'a length that is too long', sealed(bodyWith({ '59': '5999Ana Souza' }))],
  ['code_malformed', 'a length that is too short', sealed(bodyWith({ '59': '5903Ana Souza' }))],
  ['code_malformed', 'a length without digits', sealed(bodyWith({ '59': '59XXAna Souza' }))],
  ['code_malformed', 'a template that does not come out even', codeWith({ '62': field('62', '0509***') })],
  [
    'code_malformed',
    'an account that does not come out even',
    codeWith({ '26': `${field('26', '0014br.gov.bcb.pix0199ana@example.com')}` }),
  ],
  ['code_malformed', 'an empty name', codeWith({ '59': field('59', '') })],
  ['code_malformed', 'an empty key', codeWith({ '26': pix(field('01', '')) })],
  ['code_repeated', 'the amount twice', codeWith({ '54': field('54', '1.00') + field('54', '9.00') })],
  ['code_repeated', 'the same name twice', codeWith({ '59': twice(field('59', 'Ana Souza')) })],
  ['code_repeated', 'the format twice', codeWith({ more: field('00', '01') })],
  [
    'code_repeated',
    'two keys in one account',
    codeWith({ '26': pix(field('01', 'ana@example.com'), field('01', 'eva@example.com')) }),
  ],
  [
    'code_repeated',
    'two addresses in one account',
    codeWith({ '26': pix(field('25', 'a.br/1'), field('25', 'a.br/2')) }),
  ],
  [
    'code_repeated',
    'two identifiers',
    codeWith({ '62': field('62', field('05', 'A1') + field('05', 'A2')) }),
  ],
  ['code_repeated', 'the account twice', codeWith({ '26': twice(pix(field('01', 'ana@example.com'))) })],
  [
    'code_repeated',
    'two accounts of Pix',
    codeWith({ more: field('27', field('00', 'BR.GOV.BCB.PIX') + field('01', 'eva@example.com')) }),
  ],
  [
    'code_repeated',
    'two recurrences',
    codeWith({
      more:
        unreserved('80', 'br.gov.bcb.pix', field('25', 'a.br/1')) +
        unreserved('81', 'br.gov.bcb.pix', field('25', 'a.br/2')),
    }),
  ],
  ['code_version', 'another format', codeWith({ '00': field('00', '02') })],
  ['code_no_category', 'no category', codeWith({ '52': '' })],
  ['code_no_currency', 'no currency', codeWith({ '53': '' })],
  ['code_no_country', 'no country', codeWith({ '58': '' })],
  ['code_no_name', 'no name', codeWith({ '59': '' })],
  ['code_no_city', 'no city', codeWith({ '60': '' })],
  ['code_currency', 'dollars', codeWith({ '53': field('53', '840') })],
  ['code_currency', 'a currency by its letters', codeWith({ '53': field('53', 'BRL') })],
  ['code_country', 'Argentina', codeWith({ '58': field('58', 'AR') })],
  ['code_country', 'small letters', codeWith({ '58': field('58', 'br') })],
  ['code_no_receiver', 'neither key nor address', codeWith({ '26': pix() })],
  ['code_no_receiver', 'a description alone', codeWith({ '26': pix(field('02', 'Pedido 12')) })],
  [
    'code_two_receivers',
    'key and address',
    codeWith({ '26': pix(field('01', 'ana@example.com'), field('25', 'a.br/1')) }),
  ],
  ['code_recurrence', 'the Manual’s recurrence without payment', RECURRENCE_ALONE],
  [
    'code_recurrence',
    'one in another template',
    codeWith({ '26': pix(), more: unreserved('99', 'BR.GOV.BCB.PIX', field('25', RECURRENCE)) }),
  ],
];

describe('a code that the Manual does not allow', () => {
  it.each(REFUSED)('%s: %s', (reason, _, text) => {
    expect(readBrCode(text)).toBe(reason);
  });

  it.each([
    ...['98,73', '', '-1.00', '+1.00', '1e3', '1.999', '1.2.3', '.50', '1 000.00', '1.000,00', 'R$ 1.00'],
    ...['0x10', 'NaN', '１.00', '99999999999.99', '10000000000000'],
  ])('code_amount: %s', (text) => {
    expect(amountOf(text)).toBe('code_amount');
    const dynamic = codeWith({ '26': pix(field('25', URL)), '54': field('54', text) });
    expect(readBrCode(dynamic)).toBe('code_amount');
  });

  it('code_ambiguous: lengths come out even in characters and in bytes', () => {
    // In characters the name is `ééééé6101X`; in bytes it is `ééééé`, and a postal code `X` follows.
    expect(readBrCode(codeWith({ '59': '5910ééééé6101X' }))).toBe('code_ambiguous');
  });

  it('each reason has its words in both languages', () => {
    for (const code of CODE_ERRORS)
      for (const { errors } of [pt, en]) expect(errors, code).toHaveProperty(code, expect.any(String));
    expect(new Set(CODE_ERRORS.map((code) => pt.errors[code])).size).toBe(CODE_ERRORS.length);
    expect(new Set(CODE_ERRORS.map((code) => en.errors[code])).size).toBe(CODE_ERRORS.length);
  });
});

describe('a composite code', () => {
  it.each([
    [STATIC_AND_RECURRENCE, { key: '123e4567-e12b-12d1-a456-426655440000', url: null, amount: 10_050 }],
    [DYNAMIC_AND_RECURRENCE, { key: null, url: URL, amount: null }],
  ])('is read as its payment, with the recurrence it offers: %s', (text, expected) => {
    expect(readBrCode(text)).toMatchObject({ ...expected, recurrence: RECURRENCE });
  });

  it('offers none where the template is not of Pix', () => {
    const more = unreserved('80', 'br.com.outro', field('25', RECURRENCE));
    expect(readBrCode(codeWith({ more }))).toMatchObject({ recurrence: null });
    expect(readBrCode(DYNAMIC)).toMatchObject({ url: URL, recurrence: null });
  });
});

describe('a code with accents', () => {
  const accents = {
    '26': pix(field('01', 'ana@example.com'), field('02', 'Mês de março')),
    '59': field('59', 'Padaria São João'),
  };

  it('is read with its lengths in characters', () => {
    expect(readBrCode(codeWith(accents))).toMatchObject({ name: 'Padaria São João', city: 'SAO PAULO' });
  });

  it('is read with its lengths in bytes, in templates too', () => {
    const inner =
      fieldInBytes('00', 'br.gov.bcb.pix') +
      fieldInBytes('01', 'ana@example.com') +
      fieldInBytes('02', 'Mês de março');
    const bytes = {
      '26': fieldInBytes('26', inner),
      '59': fieldInBytes('59', 'Padaria São João'),
      '60': fieldInBytes('60', 'São Paulo 😀'),
    };
    expect(readBrCode(codeWith(bytes))).toMatchObject({
      key: 'ana@example.com',
      name: 'Padaria São João',
      city: 'São Paulo 😀',
    });
  });

  it('is read where the other unit comes out even by chance, to fields that nobody may write', () => {
    const text =
      '00020126550014br.gov.bcb.pix0115ana@example.com0214Mês de março520400005303986540598.735802BR5918Padaria São João6006BELÉM62070503***6304C729';
    expect(readBrCode(text)).toMatchObject({ amount: 9873, name: 'Padaria São João', city: 'BELÉM' });
  });

  it('is malformed with one length in characters and another in bytes', () => {
    const mixed = { '59': field('59', 'Padaria São João'), '60': fieldInBytes('60', 'São Paulo') };
    expect(readBrCode(codeWith(mixed))).toBe('code_malformed');
  });
});

describe('a code as it was pasted', () => {
  const clean = codeWith({ '54': field('54', '10.10') });
  const read = readBrCode(clean);

  it.each([
    ['blanks and lines around', ` \n\t${clean} \r\n`],
    ['hard blanks around', `\u00a0\u2007${clean}\u00a0\u202f`],
    [
      'invisible signs around and inside',
      `\ufeff\u2066${clean.slice(0, 30)}\u200b\u00ad${clean.slice(30)}\u2069`,
    ],
    ['a line break between two fields', `${clean.slice(0, 6)}\n${clean.slice(6)}`],
    ['a line break in the key', clean.replace('ana@', 'ana@\r\n')],
    ['a line break in place of a blank', clean.replace('Ana Souza', 'Ana\nSouza')],
    ['a line break beside a blank', clean.replace('Ana Souza', 'Ana \nSouza')],
    ['an indented line', clean.replace('Ana Souza', 'Ana\n    Souza')],
    ['one of each', clean.replace('Ana Souza', 'Ana\nSouza').replace('SAO PAULO', 'SAO PAU\u2028LO')],
    ['a hard blank in place of a blank', clean.replaceAll(' ', '\u00a0')],
    ['many lines', clean.replace(/.{10}/g, '$&\n')],
  ])('is read with %s', (_, text) => {
    expect(typeof read).toBe('object');
    expect(readBrCode(text)).toEqual(read);
  });

  it('keeps what only looks like a blank where its checksum says so', () => {
    const text = codeWith({ '59': field('59', 'Ana\u00a0Souza') });
    expect(readBrCode(text)).toMatchObject({ text, name: 'Ana\u00a0Souza' });
  });

  it('looks like a code, as no key does', () => {
    for (const text of [
      clean,
      clean.slice(0, 77),
      ` \u200b${clean}`,
      `${clean.slice(0, 8)}\n${clean.slice(8)}`,
      codeWith({ '00': '000202' }),
    ])
      expect(looksLikeCode(text), text).toBe(true);
    for (const key of [
      '00020126012',
      '00020126000158',
      '00020126-e12b-12d1-a456-426655440000',
      '00020126e12b12d1a456426655440000',
      '0002012601@correio.exemplo-muito-comprido.com.br',
      '+5500020126',
      '000201',
    ])
      expect(looksLikeCode(key), key).toBe(false);
  });
});
