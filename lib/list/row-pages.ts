/** Many records of the same few columns as a handful of values: a third of the memory, and nothing for the collector to walk. */
export type Packed = {
  size: number;
  columns: Columns<Record<string, unknown>>;
  /** All texts, one after the other. */
  text: string;
  /** All numbers, NaN for null. */
  numbers: Float64Array;
  /** The words that occur, and for each record which of them. */
  words: (string | boolean | null)[];
  codes: string;
};

/** `texts` are mostly different in each record, `words` mostly the same. */
export type Columns<R> = {
  texts: readonly (keyof R & string)[];
  numbers: readonly (keyof R & string)[];
  words: readonly (keyof R & string)[];
};

type Word = string | boolean | null;
type Fields = Record<string, Word | number>;

const BETWEEN = '\u001f';
const NOTHING = '\u0000';
/** Would be taken for one of the two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[\u0000\u001f]/;

/** Null where a text cannot be told from what stands between texts. */
export function pack<R extends object>(records: readonly R[], columns: Columns<R>): Packed | null {
  const texts: string[] = [];
  const numbers = new Float64Array(records.length * columns.numbers.length);
  const places = new Map<Word, number>();
  const codes: number[] = [];
  let at = 0;
  for (const record of records as readonly Fields[]) {
    for (const name of columns.texts) {
      const text = record[name] as string | null;
      if (text !== null && UNFIT.test(text)) return null;
      texts.push(text ?? NOTHING);
    }
    for (const name of columns.numbers) {
      numbers[at] = (record[name] as number | null) ?? Number.NaN;
      at += 1;
    }
    for (const name of columns.words) {
      const word = record[name] as Word;
      const place = places.get(word) ?? places.size;
      places.set(word, place);
      codes.push(place);
    }
  }
  const words = [...places.keys()];
  const text = texts.join(BETWEEN);
  return {
    size: records.length,
    columns: columns as Packed['columns'],
    text,
    numbers,
    words,
    codes: String.fromCharCode(...codes),
  };
}

/** The records as they were. */
export function unpack<R>(packed: Packed): R[] {
  const { size, columns, numbers, words, codes } = packed;
  const texts = packed.text.split(BETWEEN);
  let [text, number, code] = [0, 0, 0];
  return Array.from({ length: size }, () => {
    const record: Fields = {};
    for (const name of columns.texts) {
      const found = texts[text++] ?? NOTHING;
      record[name] = found === NOTHING ? null : found;
    }
    for (const name of columns.numbers) {
      const found = numbers[number++] ?? Number.NaN;
      record[name] = Number.isNaN(found) ? null : found;
    }
    for (const name of columns.words) record[name] = words[codes.charCodeAt(code++)] ?? null;
    return record as R;
  });
}
