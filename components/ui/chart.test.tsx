import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Chart, roundScale, type Series } from './chart.tsx';
import { BarLine } from './meter.tsx';

const KEYS = ['a', 'b', 'c', 'd'];
const drawn = (series: Partial<Series> & Pick<Series, 'values'>, open = false) =>
  renderToStaticMarkup(
    <Chart
      keys={KEYS}
      width={40}
      height={100}
      gap={2}
      open={open}
      bands={['weekend', null, 'weekend', null]}
      pointed={2}
      series={[
        { shape: 'bar', y: (value) => 50 - value, className: 'over', openClassName: 'going-on', ...series },
      ]}
      caption="Values"
      columns={['Key', 'Value']}
      rows={KEYS.map((key, index) => [key, series.values[index] ?? '–'])}
    />,
  );
const attributes = (markup: string, name: string) =>
  [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map((found) => found[1]);

test('a scale ends at round values, three steps at most, on both sides of 0', () => {
  const ticks = (low: number, high: number) => roundScale([low, high], [100, 0]).ticks;
  expect(ticks(-61, 290)).toEqual([-100, 0, 100, 200, 300]);
  expect(ticks(0, 430)).toEqual([0, 200, 400, 600]);
  expect(ticks(71, 100)).toEqual([70, 80, 90, 100]);
  expect(ticks(-300, 500)).toEqual([-400, -200, 0, 200, 400, 600]);
});

test('bars stand on 0 in their slots, one that is small is still seen, one of 0 is not', () => {
  const markup = drawn({ values: [30, -20, 0, 0.1], least: 2 }).replace(
    /<rect class="\[shape.*?<\/rect>/g,
    '',
  );
  expect(attributes(markup, 'x')).toEqual(['1', '11', '21', '31']);
  expect(attributes(markup, 'y')).toEqual(['20', '50', '50', '48']);
  expect(attributes(markup, 'height').slice(-4)).toEqual(['30', '20', '0', '2']);
});

test('weekends are tinted, the pointed value instead of them, the open value has its own classes', () => {
  const markup = drawn({ values: [1, 2, 3, 4] }, true);
  expect(markup.match(/fill-hover/g)).toHaveLength(1);
  expect(markup.match(/fill-selected/g)).toHaveLength(1);
  expect(markup.match(/class="visx-bar over"/g)).toHaveLength(3);
  expect(markup.match(/class="visx-bar going-on"/g)).toHaveLength(1);
});

test('a line breaks where there is no value', () => {
  const [path] = attributes(drawn({ shape: 'line', values: [10, 20, null, 30] }), 'd');
  expect(path).toBe('M5,40L15,30M35,20Z');
});

test('steps go on through their slot; the open one begins where the last ended', () => {
  const paths = attributes(drawn({ shape: 'steps', values: [0, 0, 30, 10] }, true), 'd');
  expect(paths).toEqual(['M0,50L10,50L10,50L20,50L20,20L30,20', 'M30,20L30,40L40,40']);
});

test('the same values stand in a table', () => {
  const text = drawn({ values: [1, null, 3, 4] }).replace(/<[^>]+>/g, ' ');
  expect(text.replace(/\s+/g, ' ')).toContain('Values Key Value a 1 b – c 3 d 4');
});

test('parts of a line follow one another', () => {
  const part = (key: string, value: number) => ({ key, value, className: key });
  const markup = renderToStaticMarkup(
    <BarLine begins={5} parts={[part('a', 5), part('b', 10)]} whole={20} />,
  );
  expect(attributes(markup, 'x')).toEqual(['25%', '50%']);
});
