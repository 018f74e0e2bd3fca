/**
 * Many records of the same few columns in a few values: a third of the memory, and little work for the
 * garbage collector.
 */
export type Packed = {
  size: number;
  columns: Columns<Record<string, unknown>>;
  /** All texts, joined by a separator. */
  text: string;
  /** All numbers; NaN stands for null. */
  numbers: Float64Array;
  /** The distinct words; `codes` has each record's index into them. */
  words: (string | boolean | null)[];
  codes: string;
};

/** `texts` mostly differ between records, `words` mostly repeat. */
export type Columns<R> = {
  texts: readonly (keyof R & string)[];
  numbers: readonly (keyof R & string)[];
  words: readonly (keyof R & string)[];
};

type Word = string | boolean | null;
type Fields = Record<string, Word | number>;

const SEPARATOR = '\u001f';
const NULL_TEXT = '\u0000';
/** Texts with these characters cannot be packed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[\u0000\u001f]/;

/** Packs records; null when a text contains a separator character. */
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
      texts.push(text ?? NULL_TEXT);
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
  const text = texts.join(SEPARATOR);
  return {
    size: records.length,
    columns: columns as Packed['columns'],
    text,
    numbers,
    words,
    codes: String.fromCharCode(...codes),
  };
}

/** Restores the packed records. */
export function unpack<R>(packed: Packed): R[] {
  const { size, columns, numbers, words, codes } = packed;
  const texts = packed.text.split(SEPARATOR);
  let [text, number, code] = [0, 0, 0];
  return Array.from({ length: size }, () => {
    const record: Fields = {};
    for (const name of columns.texts) {
      const found = texts[text++] ?? NULL_TEXT;
      record[name] = found === NULL_TEXT ? null : found;
    }
    for (const name of columns.numbers) {
      const found = numbers[number++] ?? Number.NaN;
      record[name] = Number.isNaN(found) ? null : found;
    }
    for (const name of columns.words) record[name] = words[codes.charCodeAt(code++)] ?? null;
    return record as R;
  });
}
