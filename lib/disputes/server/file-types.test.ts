import { describe, expect, test } from 'vitest';
import { examineFile, safeName } from '#lib/disputes/server/file-types.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n');
const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.alloc(200),
  Buffer.from('0000000049454e44ae426082', 'hex'),
]);
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(200), Buffer.from('ffd9', 'hex')]);
const webp = (size: number) => {
  const bytes = Buffer.alloc(108);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(size, 4);
  bytes.write('WEBPVP8 ', 8, 'latin1');
  return bytes;
};

describe('what a file is, by its bytes', () => {
  test.each([
    ['nota.pdf', PDF, 'application/pdf', 'application/pdf'],
    ['NOTA.PDF', PDF, '', 'application/pdf'],
    ['nota', PDF, 'application/octet-stream', 'application/pdf'],
    ['foto.png', PNG, 'image/png', 'image/png'],
    ['foto.jpeg', JPEG, 'image/jpeg', 'image/jpeg'],
    ['foto.jpg', JPEG, 'image/jpg', 'image/jpeg'],
    ['foto.webp', webp(100), 'image/webp', 'image/webp'],
  ])('%s is taken', (name, bytes, declared, mimeType) => {
    expect(examineFile(bytes, name, declared).type?.mimeType).toBe(mimeType);
  });

  test.each([
    ['nota.pdf', Buffer.alloc(0), 'application/pdf', 'empty'],
    ['nota.exe', PDF, 'application/pdf', 'executable'],
    ['nota.pdf', Buffer.from('MZ\x90\x00 program'), 'application/pdf', 'executable'],
    ['nota.pdf', Buffer.from('\x7fELF program', 'latin1'), '', 'executable'],
    ['nota.sh', Buffer.from('echo'), '', 'executable'],
    ['nota.pdf', Buffer.from('#!/bin/sh\n'), '', 'executable'],
    ['carta.docx', Buffer.from('PK\x03\x04'), '', 'type'],
    ['pagina.html', Buffer.from('<!doctype html>'), 'text/html', 'type'],
    ['foto.png', PDF, 'image/png', 'mismatch'],
    ['nota.pdf', PDF, 'image/png', 'mismatch'],
    ['nota.html', PDF, '', 'mismatch'],
    ['nota.pdf', PDF.subarray(0, 30), '', 'damaged'],
    ['foto.png', PNG.subarray(0, 100), '', 'damaged'],
    ['foto.jpg', JPEG.subarray(0, 100), '', 'damaged'],
    ['foto.webp', webp(900), '', 'damaged'],
    [
      'nota.pdf',
      Buffer.from('%PDF-1.6\n1 0 obj\n<<>>\nendobj\ntrailer <</Encrypt 5 0 R>>\n%%EOF\n'),
      '',
      'encrypted',
    ],
  ])('%s is refused', (name, bytes, declared, fault) => {
    expect(examineFile(bytes, name, declared).fault).toBe(fault);
  });
});

describe('names', () => {
  const type = { mimeType: 'application/pdf', endings: ['pdf'] };
  test.each([
    ['Nota fiscal 48.213.pdf', 'Nota fiscal 48.213.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\ana\\nota.pdf', 'nota.pdf'],
    ['nota\u202Efdp.exe\r\nX: y.pdf', 'notafdp.exeX y.pdf'],
    ['.pdf', 'arquivo.pdf'],
    ['', 'arquivo.pdf'],
    ['Comprovac\u0327a\u0303o.pdf', 'Comprovação.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
  ])('%s', (given, name) => {
    expect(safeName(given, type, [])).toBe(name);
  });
  test('are never two alike', () => {
    expect(safeName('nota.pdf', type, ['nota.pdf', 'nota (2).pdf'])).toBe('nota (3).pdf');
  });
});
