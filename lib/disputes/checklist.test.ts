import { describe, expect, test } from 'vitest';
import { checklist, gapsIn } from './rules.ts';

const empty = { sale: '', delivery: '', contact: '', conclusion: '' };
const of = (
  changes: Partial<typeof empty>,
  files: { name: string; mimeType: string }[] = [],
  checked: string[] = [],
) =>
  Object.fromEntries(
    checklist('scam', { sections: { ...empty, ...changes }, checked }, files).map((line) => [
      line.check,
      line,
    ]),
  );
const PDF = 'application/pdf';

test('an empty letter persuades of nothing', () => {
  expect(Object.values(of({})).every(({ state }) => state === 'open')).toBe(true);
});

describe('what is seen', () => {
  test('terms in a section', () => {
    const seen = of({ sale: 'Pedido 46120.', delivery: 'Nota fiscal 48.213. Entregue em 17/11.' });
    expect(seen.charge?.place).toEqual({ in: 'section', number: 1 });
    expect(seen.invoice?.place).toEqual({ in: 'section', number: 2 });
    expect(seen.delivery?.place).toEqual({ in: 'section', number: 2 });
  });
  test("a template's gap is no argument", () => {
    const seen = of({ delivery: 'Nota fiscal [número] emitida em [data]. Entregue em [data].' });
    expect(seen.invoice?.state).toBe('open');
    expect(seen.delivery?.state).toBe('open');
  });
  test('a sentence with a gap shows nothing, not by its other words and not by a fact', () => {
    const seen = of({
      sale: 'E2E {{e2e}}, referente ao pedido [número]: 2 livros.',
      delivery: 'Nota fiscal [número], de 12/11. Assinado por [nome].',
      contact: 'Em [data] o comprador confirmou o recebimento por e-mail.',
      conclusion: 'Os termos foram aceitos em [data]. Há 3 compras anteriores.',
    });
    const done = Object.values(seen).filter(({ state }) => state !== 'open');
    expect(done.map(({ check }) => check)).toEqual(['earlier_payments']);
    expect(of({ sale: 'E2E {{e2e}}, pedido 46120.' }).charge?.state).toBe('done');
  });
  test('a fact without a value is a gap', () => {
    const sections = { ...empty, sale: 'Pedido {{reference}}.' };
    const chargeOf = (unknown: string[]) =>
      checklist('scam', { sections, checked: [] }, [], unknown).find(({ check }) => check === 'charge');
    expect(chargeOf([])?.state).toBe('done');
    expect(chargeOf(['reference'])?.state).toBe('open');
  });
  test('attachments by their names, before terms', () => {
    const seen = of({ delivery: 'Nota fiscal 48.213.' }, [{ name: 'nota-fiscal-48213.pdf', mimeType: PDF }]);
    expect(seen.invoice?.place).toEqual({ in: 'attachment', number: 1 });
  });
  test('a picture of a conversation is weak; a PDF is not', () => {
    expect(of({}, [{ name: 'email-comprador.png', mimeType: 'image/png' }]).contact?.state).toBe('weak');
    expect(of({}, [{ name: 'email-comprador.pdf', mimeType: PDF }]).contact?.state).toBe('done');
  });
  test('a tick by hand counts where nothing is seen', () => {
    expect(of({}, [], ['terms']).terms).toMatchObject({ state: 'done', place: { in: 'hand' } });
  });
});

test('gaps of a template', () => {
  const text = 'Entregue em [data] às [hora] em [endereço do cadastro].';
  expect(gapsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '[data]',
    '[hora]',
    '[endereço do cadastro]',
  ]);
  expect(gapsIn('Entregue em 17/11. []')).toEqual([]);
});
