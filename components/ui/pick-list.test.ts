import { describe, expect, it } from 'vitest';
import { listStep, type Typed } from './pick-list.tsx';

const LABELS = ['Situação', 'Tipo', 'Meio', 'Referência', 'Conta virtual', 'Valor', 'Área'];
const NOTHING: Typed = { text: '', at: 0 };
const go = (key: string, at: number, typed = NOTHING, now = 10_000) =>
  listStep({ key, at, labels: LABELS, typed, now });

describe('U12: keys in a list', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 6, 0],
    ['ArrowUp', 0, 6],
    ['ArrowUp', -1, 6],
    ['Home', 4, 0],
    ['End', 0, 6],
  ])('%s from %i leads to %i', (key, at, to) => {
    expect(go(key, at).to).toBe(to);
  });
  it('first letters lead to what begins with them, accents apart', () => {
    expect(go('v', 0).to).toBe(5);
    expect(go('a', 0).to).toBe(6);
    expect(go('z', 0).to).toBeNull();
  });
  it('letters in quick succession are one word, after a pause a new one', () => {
    const first = go('r', 0);
    expect(go('e', 3, first.typed, 10_200)).toEqual({ to: 3, typed: { text: 're', at: 10_200 } });
    expect(go('t', 3, first.typed, 11_000).to).toBe(1);
  });
  it('the same letter again goes on', () => {
    const labels = ['Conta', 'Cliente', 'Valor'];
    const first = listStep({ key: 'c', at: 2, labels, typed: NOTHING, now: 1000 });
    expect(first.to).toBe(0);
    expect(listStep({ key: 'c', at: 0, labels, typed: first.typed, now: 1100 }).to).toBe(1);
  });
  it('leaves what is not its own', () => {
    for (const key of ['Enter', ' ', 'Escape', 'Tab']) expect(go(key, 2).to).toBeNull();
  });
});
