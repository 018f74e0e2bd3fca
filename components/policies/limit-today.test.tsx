import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { connectionsOptions } from '#lib/connections/queries.ts';
import { limitsTodayOptions } from '#lib/policies/queries.ts';
import { ApprovalLimits } from './approval-limits.tsx';

const person = (name: string, confirmed: number, open: number) => ({ id: name, name, confirmed, open });
const PIX = { id: 'a', slug: 'pix', name: 'Matriz', settings: { approvalAboveDaily: 3_000_000 } };
const HUB = { id: 'b', slug: 'hub', name: 'Filial', settings: {} };

function limits(people: object[], { limit = 3_000_000, locale = 'pt-BR' as 'pt-BR' | 'en' } = {}) {
  const today = { items: [{ account: 'pix', limit, people }], asOf: '2026-11-20T17:03:00.000Z' };
  const { text, markup } = shown(<ApprovalLimits accounts={[PIX, HUB] as never} />, {
    locale,
    known: [
      { of: limitsTodayOptions(), data: today },
      { of: connectionsOptions(), data: { items: [PIX, HUB] } },
    ],
  });
  return {
    text: text.replace(/\u00a0/g, ' '),
    widths: [...markup.matchAll(/width:([\d.]+)%/g)].map(([, w]) => Number(w)),
  };
}

test('what each person asked of the day’s limit: paid, then open, as parts of the limit', () => {
  const { text, widths } = limits([person('Lívia', 1_840_000, 150_000), person('Alice', 0, 1_280_000)]);
  expect(text).toContain('Hoje, até 14:03');
  expect(text).toMatch(/Lívia\s*R\$ 19\.900,00 de R\$ 30\.000,00/);
  expect(widths.map(Math.round)).toEqual([61, 5, 43]);
  expect(limits([person('Lívia', 1, 1)], { locale: 'en' }).text).toMatch(/Today, until .*grey: paid/);
});

test('more than the limit fills the bar and no more, also with a limit of nothing', () => {
  expect(limits([person('Lívia', 2_000_000, 2_000_000)]).widths.map(Math.round)).toEqual([67, 33]);
  expect(limits([person('Lívia', 0, 500)], { limit: 0 }).widths).toEqual([100]);
});

test('nobody asked is said; an account without such a limit has no bars', () => {
  const { text, widths } = limits([]);
  expect(text).toContain('ninguém pediu saque ou transferência');
  expect(text.match(/Hoje, até/g)).toHaveLength(1);
  expect(widths).toEqual([]);
});
