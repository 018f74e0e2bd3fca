/** Writes Pix codes for tests, by rules of its own: the judge under test has no part in it. */

/** One data object: id, length in characters, value. */
export const field = (id: string, value: string): string =>
  `${id}${String([...value].length).padStart(2, '0')}${value}`;

/** The same with its length in bytes of UTF-8. */
export const fieldInBytes = (id: string, value: string): string =>
  `${id}${String(Buffer.byteLength(value)).padStart(2, '0')}${value}`;

/** Ends a code with its checksum (field 63), computed bit by bit. */
export function sealed(body: string): string {
  const text = `${body}6304`;
  let register = 0xffff;
  for (const byte of Buffer.from(text))
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((register >> 15) & 1) ^ ((byte >> bit) & 1);
      register = ((register << 1) & 0xffff) ^ (carry === 1 ? 0x1021 : 0);
    }
  return text + register.toString(16).toUpperCase().padStart(4, '0');
}
