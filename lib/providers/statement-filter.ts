import 'server-only';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Page, StatementFilter } from '#lib/providers/port.ts';
import { sameState } from '#lib/states.ts';

/** A filter is what it says: what a service did not apply is applied here to the rows that came. Pure. */

/** Null: the line does not tell. */
type Answer = boolean | null;
export type FilterName = Exclude<keyof StatementFilter, 'sort' | 'order'>;
type Asked = { [N in FilterName]: NonNullable<StatementFilter[N]> };
type Test = (line: StatementLine, filter: Asked) => Answer;

const DAY_MS = 86_400_000;

/** The period is of creation; a line that only tells when it was posted is judged a day less strictly. */
function isFrom({ createdAt, postedAt }: StatementLine, { from }: { from: string }): Answer {
  if (createdAt !== null) return Date.parse(createdAt) >= Date.parse(from);
  return postedAt === null ? null : Date.parse(postedAt) >= Date.parse(from) - DAY_MS;
}
function isBefore({ createdAt, postedAt }: StatementLine, { to }: { to: string }): Answer {
  if (createdAt !== null) return Date.parse(createdAt) < Date.parse(to);
  return postedAt === null ? null : Date.parse(postedAt) < Date.parse(to) + DAY_MS;
}

const sizeOf = ({ amount, amountUnsigned }: StatementLine) =>
  amount === null ? (amountUnsigned ?? null) : Math.abs(amount);

function isDirection({ amount }: StatementLine, direction: 'in' | 'out'): Answer {
  if (amount === null) return null;
  return amount === 0 || amount > 0 === (direction === 'in');
}

const bareId = (id: string) => id.replace(/^(?:payment|deposit|withdraw|transfer):/, '');
const plain = (text: string) => text.replace(/[^0-9A-Za-z*]/g, '').toLowerCase();

/** What is masked is compared by what stands open. */
function isDocument({ counterparty: { document, pixKey } }: StatementLine, asked: string): Answer {
  const told = [document, pixKey].filter((text) => text !== null).map(plain);
  const wanted = plain(asked);
  const alike = (one: string) =>
    one.length === wanted.length && [...one].every((char, at) => char === '*' || char === wanted[at]);
  if (told.some(alike)) return true;
  return told.length === 0 || told.some((one) => one.includes('*')) ? null : false;
}

function isFound({ counterparty: { name, pixKey }, description }: StatementLine, asked: string): Answer {
  const told = [name, pixKey, description].filter((text) => text !== null);
  if (told.some((text) => text.toLowerCase().includes(asked.toLowerCase()))) return true;
  return (name === null && pixKey === null) || told.some((text) => text.includes('*')) ? null : false;
}

const equal = (told: string | null | undefined, asked: string): Answer =>
  told === null || told === undefined ? null : told === asked;

const TESTS: Record<FilterName, Test> = {
  from: isFrom,
  to: isBefore,
  type: ({ type }, asked) =>
    type === null ? null : asked.type.some((word) => word.toUpperCase() === type.toUpperCase()),
  status: ({ status }, asked) => some(asked.status.map((word) => sameState(status, word))),
  transactionId: (line, { transactionId }) =>
    line.transactionId === null ? null : bareId(line.transactionId) === bareId(transactionId),
  endToEndId: (line, { endToEndId }) => equal(line.endToEndId, endToEndId),
  document: (line, { document }) => isDocument(line, document),
  search: (line, { search }) => isFound(line, search),
  direction: (line, { direction }) => isDirection(line, direction),
  amount: (line, { amount }) =>
    sizeOf(line) === null ? null : sizeOf(line) === Math.abs(amount) || line.gross === Math.abs(amount),
  amountFrom: (line, { amountFrom }) => atLeast(sizeOf(line), amountFrom),
  amountTo: (line, { amountTo }) => atLeast(amountTo, sizeOf(line)),
};

const atLeast = (one: number | null, other: number | null): Answer =>
  one === null || other === null ? null : one >= other;

function some(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

export type Judged = {
  lines: StatementLine[];
  /** Filters that some row of the service does not fit: it did not apply them. */
  broken: FilterName[];
  /** Filters of which no row tells whether they were applied. */
  untold: FilterName[];
};

/** The lines that fit, and what the service made of the filter. A line that does not tell is kept. */
export function judge(filter: StatementFilter, lines: readonly StatementLine[]): Judged {
  const names = (Object.keys(TESTS) as FilterName[]).filter((name) => isGiven(filter[name]));
  const asked = filter as Asked;
  const answers = new Map(
    names.map((name) => {
      const told = lines.map((line) => TESTS[name](line, asked));
      return [name, name === 'transactionId' ? otherIdOfOne(lines, told) : told] as const;
    }),
  );
  return {
    lines: lines.filter((_, at) => names.every((name) => answers.get(name)?.[at] !== false)),
    broken: names.filter((name) => answers.get(name)?.includes(false)),
    untold: names.filter((name) => lines.length > 0 && answers.get(name)?.every((one) => one === null)),
  };
}

/** One payment may have two ids (document 2): rows that all speak of one other id are of the one that was asked for. */
function otherIdOfOne(lines: readonly StatementLine[], told: Answer[]): Answer[] {
  const ids = new Set(lines.map(({ transactionId }) => transactionId));
  return ids.size === 1 && !told.includes(true) ? told.map(() => true) : told;
}

/** Whether the rows stand in the order that was asked for; null where they do not tell. */
export function isOrdered(lines: readonly StatementLine[], { sort, order }: StatementFilter): Answer {
  if (sort === undefined && order === undefined) return null;
  const at = (line: StatementLine) =>
    sort === 'created' ? (line.createdAt ?? line.postedAt) : (line.postedAt ?? line.createdAt);
  const times = lines.map(at).filter((time) => time !== null);
  const rising = order === 'asc';
  return times.every((time, index) => {
    const before = times[index - 1] ?? time;
    return rising ? time >= before : time <= before;
  });
}

export type Said = Required<Pick<Page<StatementLine>, 'filteredHere' | 'filtersUntold'>>;

export const said = (broken: ReadonlySet<string>, untold: ReadonlySet<string>): Partial<Said> => ({
  ...(broken.size === 0 ? {} : { filteredHere: [...broken].sort() }),
  ...(untold.size === 0 ? {} : { filtersUntold: [...untold].sort() }),
});
