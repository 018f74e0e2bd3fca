import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { type Approvals, approvalPlacesOptions } from '#lib/operations/queries.ts';
import { Neighbours } from './operation-page.tsx';

const waits = (id: string, slug = 'pix') =>
  ({
    account: { slug, name: slug },
    operation: { id },
    receiver: null,
  }) as unknown as Approvals['items'][number];
const screen = (id: string, ids: Approvals['items'], locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<Neighbours id={id} />, {
    locale,
    known: [{ of: approvalPlacesOptions('pix'), data: { items: ids, asOf: '' } }],
  });
const THREE = [waits('a'), waits('b', 'hub'), waits('c')];
const disabledIn = (markup: string) =>
  [...markup.matchAll(/aria-label="([^"]+)"[^>]*disabled/g)].map(([, label]) => label);

test('the place among all that wait for this person, over all accounts, with both ways and their keys', () => {
  const middle = screen('b', THREE);
  expect(middle.text).toContain('2 de 3 na caixa');
  expect(middle.markup).toContain('aria-label="Anterior (k)"');
  expect(middle.markup).toContain('aria-label="Próximo (j)"');
  expect(disabledIn(middle.markup)).toEqual([]);
  expect(disabledIn(screen('a', THREE).markup)).toEqual(['Anterior (k)']);
  expect(disabledIn(screen('c', THREE).markup)).toEqual(['Próximo (j)']);
  expect(screen('b', THREE, 'en').text).toContain('2 of 3 in the inbox');
});

test('the only one has no way on; one that waits no more leads to those that do', () => {
  const only = screen('a', [waits('a')]);
  expect(only.text).toContain('1 de 1 na caixa');
  expect(only.markup).not.toContain('Anterior');
  const decided = screen('x', THREE);
  expect(decided.text).toContain('3 pedidos esperam você');
  expect(decided.markup).toContain('href="/pix/operations/a"');
  expect(screen('x', []).markup).toBe('');
});
