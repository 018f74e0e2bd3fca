import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Connection } from '#lib/connections/queries.ts';
import { AddressPanel, CallsPanel } from './accounts-view.tsx';

const account = (slug: string, name: string, sourceIp: string | null = null) =>
  ({ id: slug, slug, name, health: { sourceIp } }) as Connection;
const items = [account('pix', 'Aroeira Pix', '203.0.113.27'), account('testes', 'Aroeira testes')];

test('accounts: the last minute’s calls stand beside each budget; an account without one is not named', () => {
  const calls = [{ id: 'pix', taken: 47, limit: 60 }];
  expect(shown(<CallsPanel data={{ items, calls }} />).text).toContain('Aroeira Pix 47 de 60');
  expect(shown(<CallsPanel data={{ items, calls }} />, { locale: 'en' }).text).toContain('47 of 60');
  expect(shown(<CallsPanel data={{ items, calls }} />).text).not.toContain('testes');
  expect(shown(<CallsPanel data={{ items, calls: [] }} />).text).toBe('');
});

test('accounts: the address to register is one that a service told, never a guess', () => {
  const { text, markup } = shown(<AddressPanel items={items} />);
  expect(text).toContain('203.0.113.27');
  expect(markup).toContain('Cabem até 20 IPs ativos por conta.');
  expect(shown(<AddressPanel items={items.slice(1)} />).text).toBe('');
});
