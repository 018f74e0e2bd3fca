import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import documents from '../fixtures/vectors/documents.json' with { type: 'json' };
import { maskDeep, maskNameField, maskText } from './mask.ts';

const all = { names: false };

describe('maskDeep by field name', () => {
  it.each([
    [{ payerDocument: '12345678909' }, { payerDocument: '***.456.789-**' }],
    [{ payerDocument: 12345678909 }, { payerDocument: '***.456.789-**' }],
    [
      { document: { type: 'CPF', number: '12345678909' } },
      { document: { type: 'CPF', number: '***.456.789-**' } },
    ],
    [{ documents: ['12345678909'] }, { documents: ['***.456.789-**'] }],
    [{ cpf: '1234567890' }, { cpf: '***' }],
    [{ generatedEmail: 'ana@dominio.br' }, { generatedEmail: 'a***@d***.br' }],
    [{ 'pix-key': '+5511987651234' }, { 'pix-key': '+55 ** *****-1234' }],
    [
      { withdrawPixKey: '11987651234', withdrawPixType: 'phone' },
      { withdrawPixKey: '+55 ** *****-1234', withdrawPixType: 'phone' },
    ],
    [{ phone: 5511987651234 }, { phone: '+55 ** *****-1234' }],
    [{ payerName: 'Ana Souza' }, { payerName: 'Ana S.' }],
    [{ payer: { name: 'Ana Souza' } }, { payer: { name: 'Ana S.' } }],
    [{ payer: 'Ana Souza' }, { payer: 'Ana S.' }],
    [
      { payerName: 'Aroeira', payerDocument: '21318447000190', receiverName: 'Rui Maia' },
      { payerName: 'Aroeira', payerDocument: '**.318.447/****-**', receiverName: 'Rui M.' },
    ],
    [
      { name: 'Ana Souza', receiverDocument: '21318447000190' },
      { name: 'Ana S.', receiverDocument: '**.318.447/****-**' },
    ],
    [{ payerInstitutionName: 'Banco Um' }, { payerInstitutionName: 'Banco Um' }],
    [
      { files: [{ name: 'nota fiscal.pdf', mimeType: 'application/pdf' }] },
      { files: [{ name: 'nota fiscal.pdf', mimeType: 'application/pdf' }] },
    ],
    [{ qrCodeBase64: 'iVBORw0KGgo' }, { qrCodeBase64: '***' }],
    [
      { id: '12345678900', endToEndId: 'E12345678202611211403AbCdEfGhIjK' },
      { id: '12345678900', endToEndId: 'E12345678202611211403AbCdEfGhIjK' },
    ],
    [
      { amount: 12345678909, ok: true, none: null },
      { amount: 12345678909, ok: true, none: null },
    ],
    [{ '12345678909': 1 }, { '***.456.789-**': 1 }],
  ])('%j', (value, masked) => {
    expect(maskDeep(value, all)).toStrictEqual(masked);
    expect(maskDeep(masked, all)).toStrictEqual(masked);
  });

  it('hides the names it met wherever else they stand', () => {
    const value = { payerName: 'Ana Maria Souza', description: 'Pix de ANA MARIA  SOUZA, pedido 1' };
    expect(maskDeep(value, all)).toStrictEqual({
      payerName: 'Ana S.',
      description: 'Pix de ANA S., pedido 1',
    });
  });

  it('leaves names to those who may see them, and nothing else', () => {
    const value = { payerName: 'Ana Souza', payerDocument: '12345678909', text: 'Ana Souza 12345678909' };
    expect(maskDeep(value, { names: true })).toStrictEqual({
      payerName: 'Ana Souza',
      payerDocument: '***.456.789-**',
      text: 'Ana Souza ***.456.789-**',
    });
  });

  it('finds the CPF in a sole trader’s company name', () => {
    const value = { name: 'ANA SOUZA 12345678909', document: '11444777000161' };
    expect(maskDeep(value, all)).toStrictEqual({
      name: 'ANA SOUZA ***.456.789-**',
      document: '**.444.777/****-**',
    });
  });

  it('keeps numbers that are held as their text', () => {
    const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
    const value = { amount: rawJSON('1.10'), payerDocument: rawJSON('12345678909') };
    expect(JSON.stringify(maskDeep(value, all))).toBe('{"amount":1.10,"payerDocument":"***.456.789-**"}');
  });

  it('gives up on what no provider nests', () => {
    let value: unknown = '12345678909';
    for (let depth = 0; depth < 5000; depth += 1) value = [value];
    expect(JSON.stringify(maskDeep(value, all))).not.toContain('123');
  });

  it('lets no document through any JSON, and is its own result', () => {
    const secret = fc.constantFrom(...documents.valid.cpf);
    const field = fc.constantFrom(
      'payerDocument',
      'name',
      'raw',
      'body',
      'key',
      'x',
      'number',
      'clientReference',
    );
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        secret,
        secret.map((cpf) => `pago por ${cpf}`),
        fc.array(tie('value')),
        tie('object'),
      ),
      object: fc.dictionary(field, tie('value'), { noNullPrototype: true }),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        const masked = maskDeep(value, all);
        const text = JSON.stringify(masked) ?? '';
        for (const cpf of documents.valid.cpf) expect(text).not.toContain(cpf);
        expect(maskDeep(masked, all)).toStrictEqual(masked);
      }),
    );
  });
});

describe('maskText on JSON in text', () => {
  it('changes telling fields only, and neither spaces nor numbers', () => {
    const body =
      '{ "payerName": "Ana Souza",\n "amount": 1.10, "payerDocument": 12345678909, "status":"PENDING" }';
    expect(maskText(body, all)).toBe(
      '{ "payerName": "Ana S.",\n "amount": 1.10, "payerDocument": "***.456.789-**", "status":"PENDING" }',
    );
  });

  it('works on a body that was cut', () => {
    expect(maskText('{"a":1,"payerName":"Ana Souz', all)).toBe('{"a":1,"payerName":"Ana S.');
    expect(maskText('{"a":1,"payerName":"Ana Souz\\', all)).not.toContain('Souz');
  });

  it('knows a company by the one document beside it', () => {
    const company = '{"payerName":"Aroeira Azul","payerDocument":"21318447000190"}';
    expect(maskText(company, all)).toContain('Aroeira Azul');
    const two =
      '[{"name":"Ana Souza","document":"12345678909"},{"name":"Aroeira Azul","document":"21318447000190"}]';
    expect(maskText(two, all)).not.toContain('Souza');
  });

  it.each(['a', '+1', '"a":"', '1 ', 'a@', 'br.gov.bcb.pix0199', '5', 'a.'])(
    'reads %j many times over in time',
    (part) => {
      const started = performance.now();
      maskText(part.repeat(100_000), all);
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );
});

it('R10: a name is shown whole to those who may see names, whatever it looks like', () => {
  const name = '+551199999,"x"';
  expect(maskNameField(name, null, { names: true })).toBe(name);
  expect(maskNameField('Rua 11 98888-7777 Ltda', null, { names: true })).toBe('Rua 11 98888-7777 Ltda');
  expect(maskNameField(name, null, { names: false })).not.toBe(name);
  expect(maskNameField('Ana Souza 52998224725', null, { names: true })).not.toContain('52998224725');
});
