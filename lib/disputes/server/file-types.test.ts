import { describe, expect, test } from 'vitest';
import { examineFile, safeName } from '#lib/disputes/server/file-types.ts';
import { aPdf } from '#lib/disputes/server/testing/a-pdf.ts';

const PDF = aPdf();
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
  ])('%s is taken', async (name, bytes, declared, mimeType) => {
    expect((await examineFile(bytes, name, declared)).type?.mimeType).toBe(mimeType);
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
    ['nota.pdf', Buffer.from('Nota fiscal 48.213'), 'application/pdf', 'not_pdf'],
    ['nota.pdf', Buffer.from('<!doctype html><title>Entrar</title>'), '', 'not_pdf'],
    ['nota.pdf', PNG, 'application/pdf', 'mismatch'],
    ['nota.pdf', Buffer.from('%PDF-1.4\nno object\n%%EOF\n'), '', 'damaged'],
  ])('%s is refused', async (name, bytes, declared, error) => {
    expect((await examineFile(bytes, name, declared)).error).toBe(error);
  });
});

const THUMB = Buffer.concat([
  Buffer.from('ffd8ffe1', 'hex'),
  Buffer.from([0, 60]),
  Buffer.alloc(50),
  Buffer.from('ffd9', 'hex'),
  Buffer.alloc(6),
  Buffer.from('ffda0004', 'hex'),
  Buffer.alloc(202),
]);

describe('what stands before and behind a file', () => {
  test.each([
    ['a line end before a PDF', 'nota.pdf', Buffer.concat([Buffer.from('\r\n'), PDF])],
    ['a BOM before a PDF', 'nota.pdf', Buffer.concat([Buffer.from('efbbbf', 'hex'), PDF])],
    ["a printer's lines before a PDF", 'nota.pdf', Buffer.concat([Buffer.from('\x1b%-12345X@PJL\n'), PDF])],
    ['zeros behind a PDF', 'nota.pdf', Buffer.concat([PDF, Buffer.alloc(50_000)])],
    [
      "a web server's lines behind a PDF",
      'nota.pdf',
      Buffer.concat([PDF, Buffer.from('<!-- -->\n'.repeat(900))]),
    ],
    ['bytes behind a PNG', 'foto.png', Buffer.concat([PNG, Buffer.alloc(70_000, 1)])],
    ['a film behind a JPEG', 'foto.jpg', Buffer.concat([JPEG, Buffer.alloc(70_000, 1)])],
    ['a small picture in a JPEG', 'foto.jpg', Buffer.concat([THUMB, Buffer.from('ffd9', 'hex')])],
    ['bytes behind a WebP', 'foto.webp', Buffer.concat([webp(100), Buffer.alloc(9)])],
  ])('%s is taken', async (_, name, bytes) => {
    expect((await examineFile(bytes, name, '')).error).toBeNull();
  });

  test.each([
    ["a JPEG that was cut behind its small picture's end", 'foto.jpg', THUMB],
    ['a PNG that was cut', 'foto.png', PNG.subarray(0, -4)],
    ['a PDF that was cut', 'nota.pdf', aPdf(4000).subarray(0, 3000)],
  ])('%s is damaged', async (_, name, bytes) => {
    expect((await examineFile(bytes, name, '')).error).toBe('damaged');
  });
});

describe('names', () => {
  const type = { mimeType: 'application/pdf', endings: ['pdf'] };
  test.each([
    ['Nota fiscal 48.213.pdf', 'Nota fiscal 48.213.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\ana\\nota.pdf', 'nota.pdf'],
    ['nota\u202Efdp.exe\r\nX: y.pdf', 'notafdp.exeX y.pdf'],
    ['nota   fiscal  48.pdf', 'nota fiscal 48.pdf'],
    ['.pdf', 'arquivo.pdf'],
    ['', 'arquivo.pdf'],
    ['Comprovac\u0327a\u0303o.pdf', 'Comprovação.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
  ])('%s', (original, name) => {
    expect(safeName(original, type, [])).toBe(name);
  });
  test('are never two alike', () => {
    expect(safeName('nota.pdf', type, ['nota.pdf', 'nota (2).pdf'])).toBe('nota (3).pdf');
  });
});
