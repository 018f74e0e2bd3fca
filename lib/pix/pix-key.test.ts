import { expect, it } from 'vitest';
import { directoryKey, formatKey, pixKeyKind, pixKeyKinds } from './pix-key.ts';

it.each([
  ['12345678909', 'cpf'],
  ['123.456.789-09', 'cpf'],
  ['11444777000161', 'cnpj'],
  ['12.ABC.345/01DE-35', 'cnpj'],
  ['ana@example.com', 'email'],
  [' ANA@EXAMPLE.COM ', 'email'],
  ['+5511987651234', 'phone'],
  ['+55 (11) 98765-1234', 'phone'],
  ['123e4567-e12b-12d1-a456-426655440000', 'evp'],
  ['123E4567E12B12D1A456426655440000', 'evp'],
  ['', null],
  ['ana', null],
  ['123', null],
])('%j is %s', (text, kind) => expect(pixKeyKind(text)).toBe(kind));

it.each([
  ['123.456.789-09', ['cpf']],
  ['12345678909', ['cpf']],
  // A mistyped CPF may look like a mobile phone: both, whatever the check digits say.
  ['11987654321', ['cpf', 'phone']],
  ['11900000083', ['cpf', 'phone']],
  ['11144477735', ['cpf']],
  ['11887654321', ['cpf']],
  ['111.444.777-35', ['cpf']],
  ['+55 11 98765-4321', ['phone']],
  ['5511987654321', ['phone']],
  ['1198', []],
  ['(11) 98765-4321', ['phone']],
  ['1133334444', ['phone']],
  ['+5511987654321', ['phone']],
  ['11444777000161', ['cnpj']],
  ['12.ABC.345/01DE-35', ['cnpj']],
  ['ana@example.com', ['email']],
  ['123e4567-e12b-12d1-a456-426655440000', ['evp']],
  ['ana', []],
  ['', []],
] as const)('%j may be %j', (text, kinds) => expect(pixKeyKinds(text)).toEqual(kinds));

it.each([
  ['123.456.789-09', 'cpf', '12345678909'],
  ['123.456.789-00', 'cpf', null],
  ['11987654321', 'cpf', null],
  ['11.444.777/0001-61', 'cnpj', '11444777000161'],
  ['12.abc.345/01de-35', 'cnpj', '12ABC34501DE35'],
  ['11444777000161', 'cpf', null],
  ['11987654321', 'phone', '+5511987654321'],
  ['(11) 98765-4321', 'phone', '+5511987654321'],
  ['5511987654321', 'phone', '+5511987654321'],
  ['+55 11 98765-4321', 'phone', '+5511987654321'],
  ['+55 11 18765-4321', 'phone', null],
  ['+351912345678', 'phone', '+351912345678'],
  ['1133334444', 'phone', '+551133334444'],
  ['98765', 'phone', null],
  [' Ana@Example.COM ', 'email', 'ana@example.com'],
  ['ana', 'email', null],
  ['123E4567E12B12D1A456426655440000', 'evp', '123e4567-e12b-12d1-a456-426655440000'],
  ['123e4567', 'evp', null],
  ['11444777000161', null, '11444777000161'],
] as const)('%j as %j is %j in the directory', (text, type, key) =>
  expect(directoryKey(text, type)).toBe(key),
);

it.each([
  ['11222333000181', 'CNPJ', '11.222.333/0001-81'],
  ['52998224725', 'cpf', '529.982.247-25'],
  ['+5511987654321', 'PHONE', '+5511987654321'],
  // Without a type eleven digits may be a phone.
  ['52998224725', null, '52998224725'],
] as const)('%j as %j reads %j', (key, type, shown) => expect(formatKey(key, type)).toBe(shown));
