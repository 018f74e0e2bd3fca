import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtFiles } from './built-files.ts';

test('A5: a static file that the build lacks is no page; what it has, and every other path, is left alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'guiche-built-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, '.next/static/chunks/[account]'), { recursive: true });
  writeFileSync(join(root, '.next/static/chunks/[account]/page.js'), '');
  const { lacks } = builtFiles(root);
  expect(lacks('/_next/static/chunks/[account]/page.js')).toBe(false);
  expect(lacks('/_next/static/none.js')).toBe(true);
  expect(lacks('/_next/static/../server/page.js')).toBe(true);
  expect(lacks('/pix/overview')).toBe(false);
});
