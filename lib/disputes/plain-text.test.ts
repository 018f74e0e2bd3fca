import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText } from '#lib/disputes/letter.ts';

describe('signs that look like plain ones become them', () => {
  test.each([
    ['ligatures', 'o ﬁm da oﬃcina, aﬂito', 'o fim da officina, aflito'],
    ['full width', 'ＮＦ－ｅ　４８：２１３（Ａ）', 'NF-e 48:213(A)'],
    ['styled letters of networks', '𝗡𝗼𝘁𝗮 𝓯𝓲𝓼𝓬𝓪𝓵', 'Nota fiscal'],
    ['Roman numerals and squared units', 'anexo Ⅳ, 2 ㎏', 'anexo IV, 2 kg'],
    ['blanks of all widths', 'R$\u00a01\u202f234,50\u2009\u2003\u3000x\u2800y', 'R$ 1 234,50   x y'],
    ['hyphens and the minus', 'pós\u2011venda, 2026\u201011\u201014, \u22125', 'pós-venda, 2026-11-14, -5'],
    ['accents apart from their letters', 'Comprovac\u0327a\u0303o', 'Comprovação'],
    ['an accent behind an invisible sign', 'voce\u200b\u0302', 'você'],
    ['line ends', 'a\r\nb\rc\u2028d\u2029e\u0085f\vg', 'a\nb\nc\nd\ne\nf\ng'],
    ['tabs', 'a\tb', 'a  b'],
    ['twins', '► O ʼ ∆', '▶ O ’ Δ'],
    ['heavier ticks and arrows, the number sign', '✔ ✘ ➔ № 48', '✓ ✗ → Nº 48'],
    [
      "a word processor's private bullets",
      '\uf0b7 um \uf0a7 dois \uf0fc três \uf0e0 fim',
      '• um ▪ dois ✓ três → fim',
    ],
  ])('%s', (_, pasted, plain) => {
    expect(plainText(pasted)).toBe(plain);
  });

  test('what shows nothing goes: zero widths, directions, soft hyphens, control signs', () => {
    expect(plainText('\ufeffNo\u200bta\u00ad fis\u2060cal \u202e48\u202c\u0000\u0007\u200d.')).toBe(
      'Nota fiscal 48.',
    );
  });
});

test.each([
  'nº 48, 1ª via',
  '2 m², ½ dia',
  '…',
  '“aspas” ‘simples’ «outras»',
  '– —',
  '• ✓ ✗ → ≥ ≤',
  '€ £ § ° ×',
  '™',
])('%s stays as it is', (text) => {
  expect(plainText(text)).toBe(text);
});

test('an emoji stays one sign', () => {
  expect(plainText('👩‍🌾 👍🏽 ❤️‍🔥')).toBe('👩‍🌾 👍🏽 ❤‍🔥');
});

test('a plain text stays plain, and ASCII as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(plainText(plainText(text))).toBe(plainText(text));
    }),
    { numRuns: 300 },
  );
  const ascii = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)).join('');
  expect(plainText(`${ascii}\n`)).toBe(`${ascii}\n`);
});
