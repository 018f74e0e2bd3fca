import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { liveLater } from './live-later.tsx';

it('is drawn by the server with its page: whole, in its place, without a stand-in that would be exchanged', async () => {
  const Below = liveLater(
    async () =>
      function Rows({ count }: { count: number }) {
        return <ul>{Array.from({ length: count }, (_, row) => `saque ${row}`).join(', ')}</ul>;
      },
    () => <p>Lendo a lista</p>,
  );
  const { prelude } = await prerender(
    <main>
      <Below count={2_000} />
    </main>,
  );
  const html = await new Response(prelude).text();
  expect(html).toMatch(
    /^<main><div data-still="true"><ul>saque 0, saque 1, .*saque 1999<\/ul><\/div><\/main>$/,
  );
  expect(html).not.toContain('Lendo');
});
