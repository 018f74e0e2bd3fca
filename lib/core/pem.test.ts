import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { plainPem } from './pem.ts';

const BODY = `${'MIIB'.repeat(20)}AA==`;
const PEM = `-----BEGIN CERTIFICATE-----\n${BODY.slice(0, 64)}\n${BODY.slice(64)}\n-----END CERTIFICATE-----\n`;

test.each([
  ['as it is', PEM],
  ['CRLF', PEM.replaceAll('\n', '\r\n')],
  ['line breaks of two signs', PEM.trim().replaceAll('\n', '\\n')],
  ['those of Windows', PEM.trim().replaceAll('\n', '\\r\\n')],
  ['quotes around', `"${PEM.replaceAll('\n', '\\n')}"`],
  [
    'indentation',
    PEM.split('\n')
      .map((line) => `    ${line}  `)
      .join('\n'),
  ],
  ['one line', PEM.trim().replaceAll('\n', ' ')],
  ['a byte order mark', `\ufeff${PEM}`],
  ['an invisible sign', PEM.replace('MIIB', 'MI\u200bIB')],
  ['text around', `Bag Attributes\n    friendlyName: loja\n${PEM}\n`],
])('reads %s', (_, text) => expect(plainPem(text)).toBe(PEM));

test('keeps a chain, and the headers of an encrypted key', () => {
  expect(plainPem(`${PEM}\\n${PEM}`)).toBe(`${PEM}${PEM}`);
  const key =
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nMIIB\n-----END RSA PRIVATE KEY-----\n';
  expect(plainPem(key.replaceAll('\n', '\r\n'))).toBe(key);
});

test('leaves what is no PEM to be refused', () => {
  expect(plainPem('MIIB')).toBe('MIIB');
  expect(() => new X509Certificate(plainPem(PEM))).toThrow();
});
