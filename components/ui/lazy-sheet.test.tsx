import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazySheet } from './lazy-sheet.tsx';

it('is drawn by no server: its frame stands with bars, what comes in it is the browser’s', () => {
  let asked = 0;
  const Sheet = lazySheet(async () => {
    asked += 1;
    return () => <p>3 falhas abertas</p>;
  });
  const html = renderToString(<Sheet />);
  expect(html).toContain('aria-busy="true"');
  expect(html).toMatch(/<header><span class="skeleton/);
  expect(html).not.toContain('falhas');
  expect(asked).toBe(0);
});
