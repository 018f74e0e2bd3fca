import 'server-only';
import { writeXlsx } from 'hucre/xlsx';
import type { SealedLine } from '#lib/closings/canonical.ts';
import { decimalOf, type ExactAmount } from '#lib/closings/rules.ts';
import type { SealedVersion } from '#lib/closings/server/version-row.ts';
import { wire } from '#lib/closings/world.ts';
import { keepsDigits } from '#lib/core/csv.ts';
import { formatInstant, withOffset } from '#lib/core/dates.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { centsToDecimal } from '#lib/core/money.ts';
import { cut } from '#lib/core/text.ts';
import { labelsAt, sentenceAt } from '#lib/list/server/columns.ts';

type Cell = string | number | Date | null;

const word = labelsAt('closing-file');
const causes = labelsAt('closing-file.causes');
const states = labelsAt('closing-file.states');
const sides = labelsAt('closing-file.sides');
const sheets = labelsAt('closing-file.sheets');
const columns = labelsAt('closing-file.columns');
const types = labelsAt('line-labels.types', (type) => `${type}.name`);
const title = sentenceAt('closing-file.title');

const MONEY = '#,##0.00########';
const MOST_LETTERS = 32_767;

/** A workbook reads `_x0041_` as `A`, and XML does not allow two code points. */
const text = (value: string | null): Cell =>
  value === null
    ? null
    : cut(value, MOST_LETTERS)
        .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replace(/[\uFFFE\uFFFF]/g, '\uFFFD');

function money(amount: ExactAmount | null | undefined): Cell {
  if (amount == null) return null;
  const decimal = decimalOf(amount);
  return keepsDigits(decimal) ? Number(decimal) : decimal;
}

const cents = (value: number | null): Cell => (value === null ? null : Number(centsToDecimal(value)));
/** São Paulo's clock, as a spreadsheet shows an instant without a zone. */
const instant = (at: string | null): Cell =>
  at === null ? null : new Date(withOffset(at).replace(/[+-]\d\d:\d\d$/, 'Z'));

/**
 * The version as a workbook: its equation, its differences with their notes, its lines. The same version in
 * the same language gives the same bytes.
 */
export async function closingWorkbook(
  sealed: SealedVersion,
  locale: Locale,
  pages: AsyncIterable<SealedLine[]>,
): Promise<Uint8Array> {
  const at = new Date(sealed.day.sealedAt);
  const lines: Cell[][] = [];
  for await (const page of pages) for (const line of page) lines.push(lineCells(line, locale));
  return writeXlsx({
    properties: {
      title: title(locale, { day: dayText(sealed, locale) }),
      creator: 'Guichê',
      created: at,
      modified: at,
    },
    stringMode: 'inline',
    sheets: [
      sheet('summary', locale, ['what', 'count', 'sum'], summaryRows(sealed, locale)),
      sheet('differences', locale, DIFFERENCE_COLUMNS, differenceRows(sealed, locale)),
      sheet('lines', locale, LINE_COLUMNS, lines),
    ],
  });
}

const dayText = ({ day }: SealedVersion, locale: Locale) => formatInstant(locale, day.from, 'long-day');

const NUMBERS = ['sum', 'amount', 'left', 'right', 'fee', 'before', 'after'];

function sheet(name: string, locale: Locale, names: readonly string[], rows: Cell[][]) {
  return {
    name: sheets(name, locale) ?? name,
    columns: names.map((column) => ({
      width: column === 'note' || column === 'what' ? 44 : 22,
      style: {
        numFmt:
          column === 'posted'
            ? 'dd/mm/yyyy hh:mm:ss'
            : NUMBERS.includes(column)
              ? MONEY
              : column === 'count'
                ? '0'
                : '@',
      },
    })),
    freezePane: { rows: 1 },
    rows: [names.map((column) => columns(column, locale)), ...rows],
  };
}

function summaryRows({ day, row, names }: SealedVersion, locale: Locale): Cell[][] {
  const { figures } = day;
  const line = (name: string, value: Cell, count: number | null = null): Cell[] => [
    word(name, locale),
    count,
    value,
  ];
  const typeOf = (type: string | null) => (type === null ? word('noType', locale) : types(type, locale));
  const parts = (side: string): Cell[][] =>
    figures.parts
      .filter((part) => part.side === side)
      .map(({ type, count, sum }) => [text(typeOf(type)), count, money(sum)]);
  const person = (id: string | null) => (id === null ? null : text(names.get(id) ?? id));
  return [
    line('opening', money(figures.opening)),
    line('in', money(figures.in)),
    ...parts('in'),
    line('out', money(figures.out)),
    ...parts('out'),
    line('blocks', money(figures.blocks)),
    ...parts('blocks'),
    line('closing', money(figures.closing), figures.lines),
    line('reported', money(figures.reported?.amount)),
    line('difference', money(figures.difference)),
    line('version', null, row.version),
    line('signed', person(row.signedBy)),
    line('confirmed', person(row.confirmedBy)),
    line('sealed', formatInstant(locale, day.sealedAt, 'long')),
    line('hash', row.sha256),
    line('audit', null, row.auditSeq),
  ];
}

const DIFFERENCE_COLUMNS = ['cause', 'state', 'left', 'right', 'amount', 'transaction', 'id', 'note', 'by'];

function differenceRows({ day, notes, names }: SealedVersion, locale: Locale): Cell[][] {
  return day.differences.map((one) => [
    causes(one.cause, locale),
    states(one.state, locale),
    money(one.left?.amount),
    money(one.right?.amount),
    money(one.amount),
    text(one.transactionId),
    text([one.left?.id, one.right?.id].filter((id) => id !== undefined).join(' / ')),
    text(notes[one.id] ?? null),
    one.by === null ? null : text(names.get(one.by) ?? one.by),
  ]);
}

const LINE_COLUMNS = [
  ...['posted', 'side', 'type', 'amount', 'fee', 'before', 'after'],
  ...['id', 'transaction', 'endToEnd', 'dispute', 'status'],
];

const lineCells = (line: SealedLine, locale: Locale): Cell[] => [
  instant(line.postedAt),
  sides(line.side, locale),
  text(line.type === '' ? null : types(line.type, locale)),
  money(line.amount === null ? null : wire(line.amount, line.exact)),
  cents(line.fee),
  cents(line.balanceBefore),
  cents(line.balanceAfter),
  text(line.id),
  text(line.transactionId),
  text(line.endToEndId),
  text(line.disputeId),
  text(line.status),
];
