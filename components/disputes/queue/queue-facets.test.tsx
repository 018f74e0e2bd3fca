import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { balanceQuery } from '#lib/overview/account-queries.ts';
import { QueueFacets } from './queue-facets.tsx';

type Known = NonNullable<NonNullable<Parameters<typeof shown>[1]>['known']>;
const facets = (known: Known) =>
  shown(<QueueFacets sums={undefined} state="open" onState={() => undefined} />, {
    account: { capabilities: ['balance'] },
    known,
  }).words;

test('what is blocked has its place while the balance is read, and none where the service does not tell', () => {
  expect(facets([])).toContain('Bloqueado agora');
  expect(facets([{ of: balanceQuery('pix'), data: { blocked: 1_000 } }])).toMatch(
    /Bloqueado agora R\$ ?10,00/,
  );
  expect(facets([{ of: balanceQuery('pix'), data: { blocked: null } }])).not.toContain('Bloqueado');
  expect(facets([{ of: balanceQuery('pix'), error: new Error() }])).not.toContain('Bloqueado');
});
