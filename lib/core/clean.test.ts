import { describe, expect, test } from 'vitest';
import {
  characterError,
  characterIn,
  clean,
  cleaned,
  type Loss,
  PASTED_KINDS,
  type PastedKind,
  strangeCharacter,
} from './clean.ts';

const VALID: Record<PastedKind, readonly string[]> = {
  id: ['txn_0f3aB9-77', '3f2c1a9e-0d4b-4c6f-9a51-6c1d2e3f4a5b', 'payment:pay_81Kq', 'PRT-2026.11/19'],
  endToEndId: ['E9040088820261119140312345678901', 'D12345678202611191403AbCdEfGhIjK'],
  reference: ['pedido 4711', 'order-2026/11-é', '(A1) [b]', "d'Ávila", 'id: 7'],
  key: [
    'ana.maria@loja.com.br',
    '+5511987654321',
    '529.982.247-25',
    '12.ABC.345/01DE-35',
    '0f3ab977-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
  ],
  document: ['529.982.247-25', '52998224725', '12.ABC.345/01DE-35'],
  digits: ['4111 1111 1111 1111', '123456'],
  code: [
    '00020126360014br.gov.bcb.pix0114+55119876543215204000053039865802BR5909ANA MARIA6009SAO PAULO62070503***6304ABCD',
  ],
  address: ['https://loja.com.br/hooks/pix?a=1&b=(2)', 'http://127.0.0.1:4000/x'],
  email: ['ana.maria+pix@loja.com.br'],
  token: ['eyJhbGciOi.J9-_~+/abc==', 'sk_live_0123456789'],
  secret: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'a.b:c/d+e~f', '0123456789abcdef='],
  header: ['t=1763560992,v1=5257a869e7ec', 'x-callback-signature: t=1, v1=2'],
  certificate: ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
  amount: ['1.234,56', 'R$ 10,00', '-5,00', '1 234,56'],
};

/** Signs that people never mean, in the order of the losses that name them. */
const AROUND: Partial<Record<Loss, readonly (readonly [string, string])[]>> = {
  invisible: [
    ['\u200b', ''],
    ['', '\u200d'],
    ['\ufeff', '\u2060'],
    ['\u00ad', ''],
    ['\u202a', '\u202c'],
    ['\u061c', '\u180e'],
  ],
  blanks: [
    ['\u00a0', '\u00a0'],
    ['\u2007', ''],
    ['', '\u202f'],
    ['\t', '\u3000'],
  ],
  lines: [
    ['\r\n', ''],
    ['', '\n\n'],
    ['\u2028', '\u2029'],
  ],
  quotes: [
    ['"', '"'],
    ["'", "'"],
    ['“', '”'],
    ['«', '»'],
    ['`', '`'],
    ['„', '“'],
  ],
  brackets: [
    ['<', '>'],
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ],
  punctuation: [
    ['', ';'],
    ['', ','],
    ['', ';,'],
  ],
};
const LABELS: Partial<Record<PastedKind, readonly string[]>> = {
  id: ['id: ', 'Transaction ID: ', '"transactionId": ', 'Transação: ', 'disputa #'],
  endToEndId: ['E2E: ', 'endToEndId=', '"endToEndId": ', 'End-to-end ID: ', 'ID da transação: '],
  key: [
    'Chave Pix: ',
    'chave: ',
    'PIX: ',
    'CPF: ',
    'e-mail: ',
    'Telefone: ',
    'mailto:',
    'tel:',
    'minha chave é ',
  ],
  document: ['CPF: ', 'CNPJ ', 'CPF/CNPJ: ', 'CPF nº '],
  code: ['Pix copia e cola: ', 'código: '],
  address: ['URL: ', 'webhook = ', 'endereço: '],
  email: ['mailto:', 'E-mail: '],
  token: ['Bearer ', 'Authorization: Bearer ', 'access_token=', '"client_secret": "', 'Token: '],
  secret: ['secret: ', 'webhook secret = ', 'segredo: '],
  amount: ['Valor: ', 'total = '],
};
const PRESERVES: Partial<Record<PastedKind, readonly Loss[]>> = {
  reference: ['brackets', 'punctuation'],
  digits: ['brackets'],
  code: ['brackets', 'punctuation', 'blanks'],
  token: ['brackets'],
  secret: ['brackets'],
  header: ['brackets', 'blanks'],
  certificate: ['brackets', 'punctuation', 'blanks', 'lines'],
  amount: ['brackets'],
};

describe.each(PASTED_KINDS)('%s', (kind) => {
  test.each(VALID[kind])('a valid value stays: %s', (value) => {
    expect(cleaned(kind, value)).toEqual({ value, lost: [] });
    expect(strangeCharacter(kind, value)).toBeNull();
  });

  test('what stands around a value goes, in any order and however often', () => {
    const random = seeded(kind);
    const pairs = Object.entries(AROUND).flatMap(([loss, all]) =>
      PRESERVES[kind]?.includes(loss as Loss) ? [] : all,
    );
    for (let round = 0; round < 400; round += 1) {
      const value = random.of(VALID[kind]);
      let pasted = value;
      if (random.chance(0.4)) pasted = `${random.of(LABELS[kind] ?? [''])}${pasted}`;
      for (let count = random.upTo(4); count > 0; count -= 1) {
        const [before, after] = random.of(pairs);
        pasted = `${before}${pasted}${after}`;
      }
      expect(clean(kind, pasted), JSON.stringify(pasted)).toBe(value);
    }
  });

  test('an invisible sign within goes', () => {
    const random = seeded(kind);
    for (let round = 0; round < 100; round += 1) {
      const value = random.of(VALID[kind]);
      const place = random.upTo(value.length);
      const [sign] = random.of([
        ['\u200b'],
        ['\u200c'],
        ['\u2060'],
        ['\ufeff'],
        ['\u00ad'],
        ['\u200e'],
        ['\ufe0f'],
      ]);
      expect(cleaned(kind, `${value.slice(0, place)}${sign}${value.slice(place)}`)).toEqual({
        value,
        lost: ['invisible'],
      });
    }
  });

  test('a cleaned value is clean', () => {
    const random = seeded(kind);
    const signs = [...'aZ09 .,:;-–"“(<[]>)=\u00a0\u200b\n\'é１'];
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: random.upTo(12) }, () => random.of(signs)).join('');
      const once = clean(kind, text);
      expect(clean(kind, once), JSON.stringify(text)).toBe(once);
    }
  });
});

describe('what was taken away', () => {
  test.each<[PastedKind, string, string, Loss[]]>([
    ['id', ' "txn_1", ', 'txn_1', ['quotes', 'punctuation']],
    ['endToEndId', 'E2E: E90400888 2026\u00a0x', 'E904008882026x', ['blanks', 'label']],
    ['id', '3f2c1a9e–0d4b', '3f2c1a9e-0d4b', ['dashes']],
    ['id', 'ｔｘ１', 'tx1', ['widths']],
    ['token', 'Bearer abc\ndef', 'abcdef', ['lines', 'label']],
    ['address', 'https://loja.com.br/\u200bhook', 'https://loja.com.br/hook', ['invisible']],
    ['reference', '“pedido\u00a07”', 'pedido 7', ['blanks', 'quotes']],
    ['amount', '(10,00)', '(10,00)', []],
    ['amount', '1,', '1,', []],
    ['key', '"pixKey": "ana@loja.br",', 'ana@loja.br', ['quotes', 'label', 'punctuation']],
    ['code', '"code": "000201"', '000201', ['quotes', 'label']],
    // Another value, were the blank to go: it stays, and is refused.
    ['address', 'https://a b.br', 'https://a b.br', []],
    ['email', 'ana maria@loja.br', 'ana maria@loja.br', []],
    ['secret', 'a secret\nof two lines', 'a secretof two lines', ['lines']],
    ['reference', '"clientReference": "pedido 7",', 'pedido 7', ['quotes', 'label']],
  ])('%s %j → %j', (kind, text, value, lost) => expect(cleaned(kind, text)).toEqual({ value, lost }));
});

describe('signs that no value holds are named', () => {
  test.each<[PastedKind, string, string | null]>([
    ['endToEndId', 'Е90400888', 'Е (U+0415)'],
    ['token', 'abcé', 'é (U+00E9)'],
    ['token', 'abc\u0007', 'U+0007'],
    ['secret', 'ключ', 'к (U+043A)'],
    ['id', 'txn_1', null],
    ['header', 't=1,v1=…', '… (U+2026)'],
  ])('%s %j', (kind, value, sign) => expect(strangeCharacter(kind, value)).toBe(sign));
});

/** The same choices at every run of a kind. */
function seeded(name: string) {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return {
    upTo,
    chance: (share: number) => next() < share,
    of: <T>(choices: readonly T[]): T => choices[upTo(choices.length - 1)] as T,
  };
}

test('a fault names its sign to who words it, and only such a fault does', () => {
  const error = characterError('token', 'abcé');
  expect(error).toBe('sign: é (U+00E9)');
  expect(characterIn(error ?? '')).toBe('é (U+00E9)');
  expect(characterError('token', 'abc')).toBeNull();
  expect(characterIn('required')).toBeNull();
});
