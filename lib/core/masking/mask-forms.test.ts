import { describe, expect, it } from 'vitest';
import { isCompany, maskDocument, maskEmail, maskName, maskPhone, maskPixKey } from './mask-forms.ts';

describe('maskDocument', () => {
  it.each([
    ['12345678909', '***.456.789-**'],
    ['123.456.789-09', '***.456.789-**'],
    ['21318447000190', '**.318.447/****-**'],
    ['21.318.447/0001-90', '**.318.447/****-**'],
    ['12abc34501de35', '**.ABC.345/****-**'],
    ['7K2090D4000102', '**.209.0D4/****-**'],
    ['***456789**', '***.456.789-**'],
    ['123.***.***-09', '***.***.***-**'],
    ['1234567890', '***'],
    ['AB-1234', '***'],
    ['', ''],
  ])('%s → %s', (text, masked) => {
    expect(maskDocument(text)).toBe(masked);
    expect(maskDocument(masked)).toBe(masked);
  });
});

describe('maskEmail', () => {
  it.each([
    ['ana@dominio.br', 'a***@d***.br'],
    ['ana.souza@mail.example.com.br', 'a***@m***.br'],
    ['a@b', 'a***@b***'],
    ['É@dominio.br', 'É***@d***.br'],
    ['no address', '***'],
    ['@x', '***'],
    ['x@', '***'],
  ])('%s → %s', (text, masked) => {
    expect(maskEmail(text)).toBe(masked);
    expect(maskEmail(masked)).toBe(masked);
  });
});

describe('maskPhone', () => {
  it.each([
    ['+5511987651234', '+55 ** *****-1234'],
    ['+55 (11) 98765-1234', '+55 ** *****-1234'],
    ['5511987651234', '+55 ** *****-1234'],
    ['(11) 98765-1234', '+55 ** *****-1234'],
    ['11 3765-1234', '+55 ** *****-1234'],
    ['+1 212 555 1234', '+** ** *****-1234'],
    ['1234', '***'],
  ])('%s → %s', (text, masked) => {
    expect(maskPhone(text)).toBe(masked);
    expect(maskPhone(masked)).toBe(masked);
  });
});

describe('maskPixKey', () => {
  it.each([
    ['12345678909', 'cpf', '***.456.789-**'],
    ['11987651234', 'phone', '+55 ** *****-1234'],
    ['12ABC34501DE35', 'cnpj', '**.ABC.345/****-**'],
    ['ana@dominio.br', 'EMAIL', 'a***@d***.br'],
    ['123e4567-e12b-12d1-a456-426655440000', 'evp', '********-****-****-****-********0000'],
    ['123e4567-e12b-12d1-a456-426655440000', null, '********-****-****-****-********0000'],
    ['+5511987651234', 'something new', '+55 ** *****-1234'],
    ['what is this', null, '***'],
  ])('%s (%s) → %s', (key, type, masked) => {
    expect(maskPixKey(key, type)).toBe(masked);
    expect(maskPixKey(masked, type)).toBe(masked);
  });
});

describe('maskName', () => {
  it.each([
    ['Ana Souza', null, 'Ana S.'],
    ['Mariana Tavares Lopes', '12345678909', 'Mariana L.'],
    ['  josé   da  Silva ', null, 'josé S.'],
    ['Ana', null, 'Ana'],
    ['ANA_SOUZA', null, 'ANA S.'],
    ['Maria de Sa', null, 'Maria S.'],
    ['João Mei Tanaka', '123.456.789-09', 'João T.'],
    ['Aroeira Móveis', '21318447000190', 'Aroeira Móveis'],
    ['Aroeira Móveis', '**.318.447/****-**', 'Aroeira Móveis'],
    ['Ana Souza', '***.456.789-**', 'Ana S.'],
    ['Padaria São João', null, 'Padaria São João'],
    ['Gráfica Pau-d’Arco Ltda.', null, 'Gráfica Pau-d’Arco Ltda.'],
    ['Transportes Vale do Ipê S.A.', null, 'Transportes Vale do Ipê S.A.'],
    ['Banco do Exemplo S/A', null, 'Banco do Exemplo S/A'],
    ['Associação dos Moradores', null, 'Associação dos Moradores'],
    ['Lojas Ltda', '12345678909', 'Lojas L.'],
    ['', null, ''],
  ])('%s (%s) → %s', (name, document, masked) => {
    expect(maskName(name, document)).toBe(masked);
    expect(maskName(masked, document)).toBe(masked);
  });

  it('takes no person for a company', () => {
    for (const name of ['Ana Ltdana', 'Sá Postoni', 'Inca Meireles', 'Lojane Bancória'])
      expect(isCompany(name)).toBe(false);
  });
});
