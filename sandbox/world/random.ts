/** Deterministic numbers from (seed, salt, index): the world is computed, never stored. */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

export type Dice = (salt: number, index: number) => number;

/** A 32-bit unsigned number for each (salt, index). */
export function createDice(seed: number): Dice {
  const key = mix(seed ^ 0x5bd1e995);
  return (salt, index) => mix(mix(key ^ Math.imul(salt + 1, 0x9e3779b1)) + Math.imul(index, 0x2545f491));
}

export function fraction(roll: number): number {
  return roll / 4294967296;
}

export function pick<T>(list: readonly T[], roll: number): T {
  return list[roll % list.length] as T;
}

const HALF = 1 << 26;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PAIRS = Array.from({ length: 1024 }, (_, two) => `${ALPHABET[two >>> 5]}${ALPHABET[two & 31]}`);

export type Seal = {
  /** 11 characters that encode (tag, number); number below 2^26, tag below 16. */
  seal(tag: number, number: number): string;
  open(text: string): { tag: number; number: number } | null;
};

/** A small Feistel network: ids look random and can be decoded to their index. */
export function createSeal(dice: Dice): Seal {
  const keys = [0, 1, 2, 3].map((round) => dice(900 + round, 0));
  const turn = (half: number, round: number) => mix(half ^ (keys[round] ?? 0)) & (HALF - 1);
  return {
    seal(tag, number) {
      let left = tag;
      let right = number;
      for (let round = 0; round < 4; round++) [left, right] = [right, left ^ turn(right, round)];
      const value = left * HALF + right;
      // One letter, then five pairs: 10 bits at a time are twice as fast as 5.
      const top = Math.floor(value / 2 ** 50);
      const upper = Math.floor(value / 2 ** 30) % 2 ** 20;
      const lower = value % 2 ** 30;
      return `${ALPHABET[top]}${PAIRS[upper >>> 10]}${PAIRS[upper & 1023]}${PAIRS[lower >>> 20]}${
        PAIRS[(lower >>> 10) & 1023]
      }${PAIRS[lower & 1023]}`;
    },
    open(text) {
      if (text.length !== 11) return null;
      let value = 0;
      for (const letter of text) {
        const digit = ALPHABET.indexOf(letter);
        if (digit < 0) return null;
        value = value * 32 + digit;
      }
      let left = Math.floor(value / HALF);
      let right = value % HALF;
      if (left >= HALF) return null;
      for (let round = 3; round >= 0; round--) [left, right] = [right ^ turn(left, round), left];
      return left < 16 ? { tag: left, number: right } : null;
    },
  };
}

export function letters(roll: number, count: number): string {
  let text = '';
  let value = roll;
  for (let place = 0; place < count; place++) {
    text += ALPHABET[value % 32] as string;
    value = Math.floor(value / 32);
  }
  return text;
}

export function primeFrom(start: number): number {
  for (let candidate = Math.max(3, start | 1); ; candidate += 2) {
    let prime = true;
    for (let divisor = 3; divisor * divisor <= candidate && prime; divisor += 2) {
      prime = candidate % divisor !== 0;
    }
    if (prime) return candidate;
  }
}

/** The inverse of `value` modulo `modulus`, by Euclid's algorithm. */
export function inverse(value: number, modulus: number): number {
  let [a, b] = [value % modulus, modulus];
  let [x, y] = [1, 0];
  while (a > 1) {
    const quotient = Math.floor(b / a);
    [a, b] = [b - quotient * a, a];
    [x, y] = [y - quotient * x, x];
  }
  return ((x % modulus) + modulus) % modulus;
}
