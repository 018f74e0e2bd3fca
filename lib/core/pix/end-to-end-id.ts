export type EndToEndId = {
  kind: 'payment' | 'return';
  /** The eight digits of the institution that began it. */
  ispb: string;
  /** ISO 8601, UTC, to the minute. */
  instant: string;
};

const SHAPE = /^([ED])(\d{8})(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})[0-9A-Za-z]{11}$/;

/** Possible spellings of an id whose letters lost their case; the given one first. */
export function endToEndSpellings(text: string): string[] {
  const [first, rest] = [text.slice(0, 1).toUpperCase(), text.slice(1)];
  const spellings = [rest, rest.toUpperCase(), rest.toLowerCase()].map((one) => first + one);
  return [...new Set(spellings)].filter((one) => readEndToEndId(one) !== null);
}

/** Reads `E` or `D` + ISPB + yyyyMMddHHmm (UTC) + 11 characters; null when it is not one. */
export function readEndToEndId(text: string): EndToEndId | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [, letter, ispb = '', year, month, day, hour, minute] = match;
  const written = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  const time = Date.parse(written);
  // Date.parse rolls 30 February over: the date it read must equal the text.
  if (Number.isNaN(time) || new Date(time).toISOString() !== written) return null;
  return { kind: letter === 'D' ? 'return' : 'payment', ispb, instant: written };
}
