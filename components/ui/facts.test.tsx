import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import pt from '../../messages/pt-BR/common.json' with { type: 'json' };
import { type Fact, Facts, OtherFields } from './facts.tsx';

const render = (node: React.ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="pt-BR" timeZone="America/Sao_Paulo" messages={{ common: pt }}>
      {node}
    </NextIntlClientProvider>,
  );
const list = (of: Fact[]) => render(<Facts of={of} />);
const textOf = (markup: string) => markup.replace(/<[^>]+>/g, '');

test('a line without a value is left out, a zero is one', () => {
  const empty: Fact[] = [
    { label: 'description', value: '' },
    { label: 'nothing', value: null },
    { label: 'condition', value: false },
    { label: 'id', id: null },
    { label: 'code', code: undefined },
    { label: 'mono', mono: '' },
    { label: 'amount', cents: null },
    { label: 'time', at: null },
    { label: 'document', document: null },
  ];
  expect(list(empty)).toMatch(/^<dl class="[^"]*"><\/dl>$/);
  expect(textOf(list([{ label: 'fee ', cents: 0 }]))).toBe('fee R$ 0,00');
  expect(textOf(list([{ label: 'attempt ', value: 0 }]))).toBe('attempt 0');
});

test('a value is drawn by its kind: an id cut short and copied whole, a code whole, amount, time, document', () => {
  const markup = list([
    { label: 'id', id: 'txn_7f3a0b62d118c94e' },
    { label: 'key', code: '76919847-1e81-4ca5-a022-55443263007c' },
    { label: 'amount', cents: 3100, direction: 'out', exact: '31.001' },
    { label: 'paid', at: '2026-11-22T12:03:00.000Z', variant: 'time' },
    { label: 'document', document: '52998224725' },
  ]);
  expect(markup).toContain('title="txn_7f3a0b62d118c94e">txn_7f3a…c94e<');
  expect(markup).toContain('>76919847-1e81-4ca5-a022-55443263007c<');
  expect(markup.match(/ data-slot="copy"/g)).toHaveLength(2);
  expect(markup).toContain('title="31.001"');
  expect(textOf(markup)).toContain('−R$ 31,00');
  expect(markup).toContain('dateTime="2026-11-22T12:03:00.000Z"');
  expect(textOf(markup)).toContain('529.982.247-25');
});

test('label and value are children of the list, which lays them out', () => {
  expect(list([{ label: 'a', mono: 'x y' }])).toMatch(
    /^<dl class="[^"]*"><dt>a<\/dt><dd class="mono break-all whitespace-pre-wrap">x y<\/dd><\/dl>$/,
  );
});

test('a field that the product does not know is shown as it came, an empty one too; without any there is no part', () => {
  const markup = render(<OtherFields of={{ channel: 'app', empty: '', nested: { a: 1 }, none: null }} />);
  for (const text of ['Outros campos', 'como o serviço os enviou', '>channel<', '>app<', '>none<', '>null<'])
    expect(markup).toContain(text);
  expect(markup).toMatch(/>empty<.*?<dd[^>]*>&quot;&quot;</);
  expect(markup).toContain('&quot;a&quot;: 1');
  expect(render(<OtherFields of={{}} />)).toBe('');
});
