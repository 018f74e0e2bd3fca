import { expect, it } from 'vitest';
import { pixKeyKind } from './pix-key.ts';

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
