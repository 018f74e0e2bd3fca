import 'server-only';
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { amountOf, CAUSES, type ExactAmount, unitsOf } from '#lib/closings/rules.ts';
import type { SealedVersion } from '#lib/closings/server/version-row.ts';
import { formatInstant } from '#lib/core/dates.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { plainBrl } from '#lib/core/money.ts';
import { embedFonts, signsWithoutGlyph } from '#lib/core/pdf-fonts.ts';
import { labelsAt, sentenceAt } from '#lib/list/server/columns.ts';

const word = labelsAt('closing-file');
const causes = labelsAt('closing-file.causes');
const types = labelsAt('line-labels.types', (type) => `${type}.name`);
const title = sentenceAt('closing-file.title');
const more = sentenceAt('closing-file.more');

const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const INK = rgb(0.1, 0.12, 0.14);
/** Explanations on the page; all are in the workbook. */
const MOST_NOTES = 10;
const MOST_PARTS = 14;

type Row = { text: string; value?: string; bold?: boolean; size?: number; gap?: number };

const brl = (amount: ExactAmount | null | undefined): string => {
  if (amount == null) return '–';
  // More decimals than cents are written in full.
  return amount.exact === undefined ? plainBrl(amount.cents) : `R$ ${amount.exact.replace('.', ',')}`;
};

/** One page for people. The same version in the same language gives the same bytes. */
export async function closingPdf(
  sealed: SealedVersion,
  locale: Locale,
  account: string,
): Promise<Uint8Array> {
  const { day } = sealed;
  const document = await PDFDocument.create({ updateMetadata: false });
  const heading = title(locale, { day: formatInstant(locale, day.from, 'long-day') });
  document.setTitle(heading);
  document.setCreationDate(new Date(day.sealedAt));
  document.setModificationDate(new Date(day.sealedAt));
  const fonts = await embedFonts(document);
  const page = document.addPage([PAGE.width, PAGE.height]);
  let y = PAGE.height - PAGE.margin;
  const rows: Row[] = [
    { text: heading, bold: true, size: 16 },
    { text: `${account}, ${word('basis', locale)}`, size: 9, gap: 8 },
    ...equationRows(sealed, locale),
    ...causeRows(sealed, locale),
    ...noteRows(sealed, locale),
    ...signatureRows(sealed, locale),
  ];
  for (const row of rows) {
    y -= (row.size ?? 9) * 1.35;
    await draw(page, { ...row, text: await printable(row.text) }, y, fonts);
    y -= row.gap ?? 0;
  }
  return document.save({ useObjectStreams: false });
}

function equationRows({ day }: SealedVersion, locale: Locale): Row[] {
  const { figures } = day;
  const line = (name: string, amount: ExactAmount | null | undefined, bold = true): Row => ({
    text: word(name, locale) ?? name,
    value: brl(amount),
    bold,
  });
  const shown = figures.parts.slice(0, MOST_PARTS);
  const parts = (side: string): Row[] =>
    shown
      .filter((part) => part.side === side)
      .map(({ type, count, sum }) => ({
        text: `    ${type === null ? word('noType', locale) : types(type, locale)} (${count})`,
        value: brl(sum),
      }));
  const left = figures.parts.length - shown.length;
  return [
    line('opening', figures.opening),
    line('in', figures.in),
    ...parts('in'),
    line('out', figures.out),
    ...parts('out'),
    line('blocks', figures.blocks),
    ...parts('blocks'),
    ...(left > 0 ? [{ text: `    ${more(locale, { count: String(left) })}` }] : []),
    line('closing', figures.closing),
    line('reported', figures.reported?.amount, false),
    { ...line('difference', figures.difference, false), gap: 10 },
  ];
}

function causeRows({ day }: SealedVersion, locale: Locale): Row[] {
  const rows = CAUSES.flatMap((cause): Row[] => {
    const own = day.differences.filter((one) => one.cause === cause);
    if (own.length === 0) return [];
    const sum = amountOf(own.reduce((units, { amount }) => units + unitsOf(amount), 0n));
    return [{ text: `${causes(cause, locale)} (${own.length})`, value: brl(sum) }];
  });
  return rows.length === 0 ? [] : [{ text: word('causesTitle', locale) ?? '', bold: true }, ...rows];
}

function noteRows({ day, notes, names }: SealedVersion, locale: Locale): Row[] {
  const noted = day.differences.filter(({ id }) => notes[id] !== undefined);
  if (noted.length === 0) return [];
  const rows = noted.slice(0, MOST_NOTES).map(({ id, by, amount }): Row => {
    const who = by === null ? '' : ` (${names.get(by) ?? by})`;
    return { text: `${notes[id]}${who}`, value: brl(amount) };
  });
  const left = noted.length - rows.length;
  const rest = left > 0 ? [{ text: more(locale, { count: String(left) }) }] : [];
  return [{ text: word('notesTitle', locale) ?? '', bold: true }, ...rows, ...rest];
}

function signatureRows({ day, row, names }: SealedVersion, locale: Locale): Row[] {
  const signature = (name: string, { by, at }: { by: string; at: string }): Row => ({
    text: `${word(name, locale)}: ${names.get(by) ?? by}, ${formatInstant(locale, at, 'long')}`,
  });
  const line = (name: string, value: string): Row => ({ text: `${word(name, locale)}: ${value}` });
  return [
    { text: '', size: 4 },
    signature('signed', day.signed),
    ...(day.confirmed === null ? [] : [signature('confirmed', day.confirmed)]),
    line('sealed', formatInstant(locale, day.sealedAt, 'long')),
    line('version', String(row.version)),
    line('audit', String(row.auditSeq)),
    line('hash', row.sha256),
  ];
}

async function draw(
  page: PDFPage,
  { text, value, bold = false, size = 9 }: Row,
  y: number,
  fonts: { font: PDFFont; bold: PDFFont },
): Promise<void> {
  const font = bold ? fonts.bold : fonts.font;
  const right = PAGE.width - PAGE.margin;
  const width = value === undefined ? 0 : font.widthOfTextAtSize(value, size);
  const most = right - PAGE.margin - width - 12;
  if (text !== '')
    page.drawText(
      fitted(text, (part) => font.widthOfTextAtSize(part, size) <= most),
      {
        x: PAGE.margin,
        y,
        size,
        font,
        color: INK,
      },
    );
  if (value !== undefined) page.drawText(value, { x: right - width, y, size, font, color: INK });
}

function fitted(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  let end = text.length - 1;
  while (end > 0 && !fits(`${text.slice(0, end)}…`)) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Characters that the font lacks, and line breaks, are left out. */
async function printable(text: string): Promise<string> {
  const line = text.replace(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank));
  const missing = await signsWithoutGlyph(line);
  return missing.reduce((rest, sign) => rest.replaceAll(sign, ''), line);
}
