import { renderToReadableStream, renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { dynamic } from './dynamic.tsx';
import { fetchNear } from './fetch-near.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('what was fetched before is drawn at once, without the room that it takes while it comes', async () => {
  const Part = dynamic(async () => () => <p>4 falhas</p>, { loading: () => <i>room</i> });
  expect(renderToString(<Part />)).toContain('<i>room</i>');
  const Near = dynamic(async () => () => <p>4 falhas</p>, { loading: () => <i>room</i> });
  fetchNear(Near)();
  await settled();
  expect(renderToString(<Near />)).not.toContain('room');
  expect(renderToString(<Near />)).toContain('4 falhas');
});

it('a fetch that failed is made again by the press', async () => {
  let asked = 0;
  const Part = dynamic(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('the line is down');
      return () => <p>4 falhas</p>;
    },
    { loading: () => <i>room</i> },
  );
  fetchNear(Part)();
  await settled();
  expect(renderToString(<Part />)).toContain('room');
  await settled();
  expect(asked).toBe(2);
  expect(renderToString(<Part />)).toContain('4 falhas');
});

it('what must be told without its code keeps its first words, and the next one that is drawn asks again', async () => {
  let asked = 0;
  const Part = dynamic<{ words: string }>(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('the line is down');
      return ({ words }) => <p>{words}, and why</p>;
    },
    { loading: ({ words }) => <i>{words}</i>, stays: true },
  );
  const drawn = async () => {
    const stream = await renderToReadableStream(<Part words="4 falhas" />);
    await stream.allReady;
    return new Response(stream).text();
  };
  expect(await drawn()).toContain('<i>4 falhas</i>');
  expect(await drawn()).toContain('4 falhas<!-- -->, and why');
  expect(asked).toBe(2);
});
