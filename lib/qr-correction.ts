/** Reed–Solomon over GF(256) with the polynomial 0x11d, as QR codes use it. */

const POWERS = new Uint8Array(512);
const LOGARITHMS = new Uint8Array(256);
let power = 1;
for (let exponent = 0; exponent < 255; exponent += 1) {
  POWERS[exponent] = power;
  POWERS[exponent + 255] = power;
  LOGARITHMS[power] = exponent;
  power = power < 128 ? power << 1 : (power << 1) ^ 0x11d;
}

function times(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return POWERS[(LOGARITHMS[a] ?? 0) + (LOGARITHMS[b] ?? 0)] ?? 0;
}

const generators = new Map<number, number[]>();

/** (x − 1)(x − 2)(x − 4)… of so many factors, without its leading 1. */
function generatorOf(degree: number): number[] {
  const known = generators.get(degree);
  if (known !== undefined) return known;
  let made = [1];
  for (let factor = 0; factor < degree; factor += 1) {
    const root = POWERS[factor] ?? 0;
    const longer = [...made, 0];
    made = longer.map((value, at) => value ^ times(made[at - 1] ?? 0, root));
  }
  const generator = made.slice(1);
  generators.set(degree, generator);
  return generator;
}

/** The correction bytes of a block: what is left of it divided by the generator. */
export function correctionOf(data: Uint8Array, degree: number): Uint8Array {
  const generator = generatorOf(degree);
  const rest = new Uint8Array(degree);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest.copyWithin(0, 1);
    rest[degree - 1] = 0;
    for (let at = 0; at < degree; at += 1) rest[at] = (rest[at] ?? 0) ^ times(generator[at] ?? 0, factor);
  }
  return rest;
}
