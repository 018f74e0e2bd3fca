import { createSeal, type Dice, letters } from './random.ts';

export const TAG = {
  base: 0,
  created: 1,
  baseDispute: 2,
  createdDispute: 3,
  endToEnd: 4,
  createdEndToEnd: 5,
  refundEndToEnd: 6,
  statement: 7,
  pendingDeposit: 8,
  reference: 9,
  refund: 10,
  defense: 11,
  pendingEndToEnd: 12,
} as const;

function minuteOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace(/[-T:]/g, '');
}

export type Codes = {
  /** 24 opaque characters that encode the tag and the number. */
  id(tag: number, number: number): string;
  openId(id: string, tag: number): number | null;
  endToEnd(letter: 'E' | 'D', ispb: string, at: number, tag: number, number: number): string;
  openEndToEnd(text: string): { tag: number; number: number } | null;
  /** Client references of the seeded world: a running number, a web code, or none. */
  reference(type: string, index: number): string | null;
  openReference(text: string): number | null;
};

export function createCodes(dice: Dice): Codes {
  const { seal, open } = createSeal(dice);
  const id = (tag: number, number: number) =>
    seal(tag, number) + letters(dice(50 + tag, number), 6) + letters(dice(70 + tag, number), 7);
  return {
    id,
    openId(text, tag) {
      const found = text.length === 24 ? open(text.slice(0, 11)) : null;
      return found && found.tag === tag && id(tag, found.number) === text ? found.number : null;
    },
    endToEnd: (letter, ispb, at, tag, number) => `${letter}${ispb}${minuteOf(at)}${seal(tag, number)}`,
    openEndToEnd: (text) => (/^[ED]\d{20}.{11}$/.test(text) ? open(text.slice(21)) : null),
    reference(type, index) {
      if (type === 'COMMISSION') return null;
      const roll = dice(51, index) % 20;
      if (roll < 3) return null;
      if (type === 'WITHDRAW') return `saque-${100_000 + index}`;
      return roll < 8 ? `web_${seal(TAG.reference, index)}` : `pedido-${100_000 + index}`;
    },
    openReference(text) {
      const running = /^(?:pedido|saque)-(\d{6,9})$/.exec(text);
      if (running) return Number(running[1]) - 100_000;
      const found = text.startsWith('web_') ? open(text.slice(4)) : null;
      return found?.tag === TAG.reference ? found.number : null;
    },
  };
}
