import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { extractText } from 'unpdf';
import { describe, expect, test, vi } from 'vitest';
import { signsWithoutGlyph } from '#lib/core/pdf-fonts.ts';
import { letterOf } from '#lib/disputes/letter.ts';
import { letterPdf } from '#lib/disputes/server/compose-defense.ts';
import { LETTER, letterInstant } from '#lib/disputes/server/facts.ts';
import { examineFile } from '#lib/disputes/server/file-types.ts';

const AT = '2026-11-19T17:03:12.345Z';
const letter = (text: string) => ({ protocol: 'p-1', text, at: AT });
/** The letter's text as a reader of the PDF finds it: without title, subtitle and page numbers. */
async function textIn(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes));
  const pages = text.map((page, at) => page.replace(LETTER.page(at + 1, text.length), ''));
  return inLine(pages.join(' ').replace(LETTER.title, '').replace(LETTER.subtitle('p-1', AT), ''));
}
/** Lines end where the paper does: the text is compared, not its lines. */
const inLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const shownOf = (sale: string) => letterOf({ sale, delivery: '', contact: '', conclusion: '' }, []);

describe('the letter as a file', () => {
  test('normalizes a text that nobody normalized before', async () => {
    const bytes = await letterPdf(letter('o ﬁm\u00a0da oﬃcina, pós\u2011venda'));
    expect(await textIn(bytes)).toBe('o fim da officina, pós-venda');
  });
  test('draws each sign by itself: no product for an x between digits', async () => {
    const document = await PDFDocument.load(await letterPdf(letter('10x10 x')));
    const streams = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [decodePDFRawStream(object).decode()] : []));
    const lines = streams.flatMap((bytes) =>
      [
        ...Buffer.from(bytes)
          .toString('latin1')
          .matchAll(/<([0-9A-F]+)> Tj/g),
      ].map(([, glyphs = '']) => glyphs),
    );
    const drawn = lines.map((glyphs) => glyphs.match(/.{4}/g) ?? []).find((glyphs) => glyphs.length === 7);
    expect(drawn?.[2]).toBe(drawn?.[6]);
    expect(drawn?.slice(0, 2)).toEqual(drawn?.slice(3, 5));
  });
  test('is a whole PDF, the same each time it is made', async () => {
    const [one, two] = await Promise.all([
      letterPdf(letter('Olá.\n\nFim.')),
      letterPdf(letter('Olá.\n\nFim.')),
    ]);
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
    vi.useFakeTimers({ now: Date.parse(AT) + 86_400_000, toFake: ['Date'] });
    const later = await letterPdf(letter('Olá.\n\nFim.'));
    vi.useRealTimers();
    expect(Buffer.from(later).equals(Buffer.from(one)), 'on another day').toBe(true);
    expect((await examineFile(Buffer.from(one), 'defesa.pdf', 'application/pdf')).error).toBeNull();
    expect(Buffer.from(await letterPdf(letter('Outra.'))).equals(Buffer.from(one))).toBe(false);
  });
  test('takes as many pages as it needs', async () => {
    const long = await PDFDocument.load(await letterPdf(letter('Uma linha.\n'.repeat(120))));
    expect(long.getPageCount()).toBe(3);
    const short = await PDFDocument.load(await letterPdf(letter('')));
    expect(short.getPageCount()).toBe(1);
  });
  test('is small: it holds the glyphs that it draws', async () => {
    const every = 'Entregue à compradora, nº 48, 1ª via: “ok” → ✓ ≥ ≤ • – — … € ção ÁÉÍÓÚ áéíóú 0123456789 ';
    expect((await letterPdf(letter(every.repeat(150)))).length).toBeLessThan(80_000);
  });
  test('is made of any text: control signs, words without end', async () => {
    const bytes = await letterPdf(letter(`\u0000\u202E${'x'.repeat(3000)}\ttab\r\n— “aspas” … €`));
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  });
  test('has its own font, and a protocol that the font cannot write is left out of it', async () => {
    const bytes = await letterPdf({ ...letter('Fim.'), protocol: '訴訟-1' });
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    expect(text).not.toMatch(/Protocolo|\?|訴/);
    expect(text).toContain(LETTER.subtitle(null, AT));
  });
});

describe('what the preview shows is what the PDF shows', () => {
  test.each([
    'Entregue em 17/11 às 16:08, assinado: “Ana” & filhos — nº 48, 1ª via…',
    'Valor −10,00 ≥ 5 ≤ 20, 2 × 3 = 6 ± 1, 50 % → R$\u00a01\u202f234,50 €2 £3',
    '✓ recebido ✔ pago ✗ recusado ✘ • um ▪ dois ◦ três ● quatro ■ ► ▶ ★ ♥',
    '\uf0b7 do Word\n\uf0b7 outra linha \uf0e0 fim',
    'o ﬁm da oﬃcina, o ﬂuxo, ﬀ ﬆ',
    'ＮＦ－ｅ　４８２１３ 𝗡𝗼𝘁𝗮 № 7 ⅷ ²³ ½ ¼ ① ™ ® ©',
    'pós\u2011venda, 2026\u201011\u201014, voce\u0302 Comprovac\u0327a\u0303o a\u200bb a\u00adb',
    'Łódź, Şişli, Ğ, Žižkov, Ñandú, œuvre, Straße, Þór, Ŵ, Ơ ư Việt Ελλάδα Киев',
    'seta -> 10x10 (c) 1/2 :) <- != == ffi fl --- a-b 00:00 Te AV',
    'x̂ ȷ́ q̃ i̇ g̀',
    'um   dois    três\n\n\nquatro',
    'palavra '.repeat(700),
    `https://loja.example/${'pedido/48213/'.repeat(30)}fim`,
  ])('%s', async (pasted) => {
    const shown = shownOf(pasted);
    expect(await signsWithoutGlyph(shown)).toEqual([]);
    const read = await textIn(await letterPdf(letter(shown)));
    const joined = (text: string) => inLine(text).replaceAll(' ', '');
    // A word that is wider than the paper goes on in the next line.
    if (pasted.startsWith('https')) expect(joined(read)).toBe(joined(shown));
    else expect(read).toBe(inLine(shown));
  });

  test('every sign of Latin, and those that people paste, has a glyph', async () => {
    const from = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join('');
    const latin = `${from(0x20, 0x7e)}${from(0xa1, 0x17f)}${from(0x1e00, 0x1e9b)}${from(0x1ea0, 0x1ef9)}`;
    expect(await signsWithoutGlyph(shownOf(latin))).toEqual([]);
    expect(await signsWithoutGlyph(shownOf('✓→≥≤•–—“”‘’…€ºª«»§°×÷±≠≈∞′″‰†‡−·'))).toEqual([]);
  });

  test('what has no glyph is named, an emoji as one, each once', async () => {
    expect(await signsWithoutGlyph(shownOf('ok 👍🏽 日本 👩‍🌾 👍🏽 \ue000 fim'))).toEqual([
      '👍🏽',
      '日',
      '本',
      '👩‍🌾',
      '\ue000',
    ]);
  });
});

describe('its labels', () => {
  test('instants are of São Paulo', () => {
    expect(letterInstant('2026-11-14T13:22:07.900Z')).toBe('14/11/2026 às 10:22:07');
    expect(letterInstant('no instant')).toBe('no instant');
  });
  test('counts are worded', () => {
    expect(LETTER.earlierPayments(1, true)).toBe('Há 1 compra anterior do mesmo pagador, sem disputa.');
    expect(LETTER.earlierPayments(3, true)).toBe(
      'Há 3 compras anteriores do mesmo pagador, todas sem disputa.',
    );
    expect(LETTER.earlierPayments(3, false)).toBe('Há 3 compras anteriores do mesmo pagador.');
  });
});
