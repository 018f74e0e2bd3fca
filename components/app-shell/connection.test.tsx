import { expect, it } from 'vitest';
import { ClockNotice, Difference } from './connection.tsx';
import { shown } from './testing/shown.tsx';

const MINUTE = 60_000;

it.each([
  [-300, 'O relógio deste computador está 5 h 0 min atrasado.', 'This computer’s clock is 5 h 0 min behind.'],
  [180, 'O relógio deste computador está 3 h 0 min adiantado.', 'This computer’s clock is 3 h 0 min ahead.'],
  [
    660,
    'O relógio deste computador está 11 h 0 min adiantado.',
    'This computer’s clock is 11 h 0 min ahead.',
  ],
  [70, 'O relógio deste computador está 1 h 10 min adiantado.', 'This computer’s clock is 1 h 10 min ahead.'],
  [-2, 'O relógio deste computador está 2 min atrasado.', 'This computer’s clock is 2 min behind.'],
])('P13: a clock that is %d min ahead is told, in both languages', (minutes, pt, en) => {
  // Half a round trip less or more does not change the text.
  for (const more of [-150, 0, 150]) {
    const node = <Difference ms={minutes * MINUTE + more} />;
    expect(shown(node).text).toContain(pt);
    expect(shown(node, { locale: 'en' }).text).toContain(en);
  }
  expect(shown(<Difference ms={minutes * MINUTE} />).markup).toContain('role="status"');
});

it('P13: a clock that is right is not spoken of', () => {
  expect(shown(<ClockNotice />).text).toBe('');
});
