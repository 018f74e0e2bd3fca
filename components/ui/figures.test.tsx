import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import pt from '../../messages/pt-BR/common.json' with { type: 'json' };
import { Money } from './money.tsx';
import { TransactionStatus, transactionStatusKind } from './status.tsx';

const render = (node: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="pt-BR" timeZone="America/Sao_Paulo" messages={{ common: pt }}>
      {node}
    </NextIntlClientProvider>,
  );
/** Text that a copy of the element would hold. */
const textOf = (node: ReactNode) => render(node).replace(/<[^>]+>/g, '');

describe('Money', () => {
  test('copies as one text, with a sign only where money moved', () => {
    expect(textOf(<Money cents={123456} direction="in" />)).toBe('+R$ 1.234,56');
    expect(textOf(<Money cents={123456} direction="out" />)).toBe('−R$ 1.234,56');
    expect(textOf(<Money cents={123456} direction="still" />)).toBe('R$ 1.234,56');
    expect(textOf(<Money cents={-5} />)).toBe('−R$ 0,05');
  });
  test('says nothing where nothing is known', () => {
    expect(textOf(<Money cents={null} />)).toBe('–');
  });
});

describe('TransactionStatus', () => {
  test.each([
    ['COMPLETED', 'Concluída'],
    ['WAITING_FOR_REFUND', 'Em devolução'],
    ['CANCELED', 'Cancelada'],
    ['ERROR', 'Erro'],
  ])('words %s', (status, label) => {
    expect(textOf(<TransactionStatus status={status} />)).toBe(label);
  });
  test('shows an unknown word as it came, with the shape of the unknown', () => {
    expect(textOf(<TransactionStatus status="IN_ORBIT" />)).toBe('IN_ORBIT');
    expect(transactionStatusKind('IN_ORBIT')).toBe('unknown');
    expect(textOf(<TransactionStatus status={null} />)).toBe('sem estado');
  });
  test('has a shape of its own for each known status', () => {
    const known = ['COMPLETED', 'PENDING', 'WAITING_FOR_REFUND', 'REFUNDED', 'EXPIRED', 'CANCELED', 'ERROR'];
    const shapes = known.map(
      (status) => /<svg.*<\/svg>/.exec(render(<TransactionStatus status={status} />))?.[0],
    );
    expect(new Set(shapes).size).toBe(known.length);
  });
});
