import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CredentialNotes } from './credential-fields.tsx';

const notes = (kind: 'pix' | 'hub' | 'card') => shown(<CredentialNotes kind={kind} />).markup;

test('D: beside a credential stands where a leaked one is reported', () => {
  expect(notes('pix')).toContain('pede ao suporte do serviço um token novo e a revogação do antigo');
  expect(notes('hub')).toContain('Revogue-a no painel do serviço');
  expect(notes('card')).toContain('suporte do serviço');
});

test('D: a Pix token stands beside the five IP rules, a Hub credential beside the scopes that nobody ticks', () => {
  expect(notes('pix').match(/<li>/g)).toHaveLength(5);
  expect(notes('pix')).toContain('até 20 IPs ativos');
  expect(notes('pix')).toContain('5 inclusões a cada 5 minutos');
  for (const scope of ['WITHDRAW', 'INTERNAL_TRANSFER', 'REFUND', 'PIX_KEY_WRITE', 'WEBHOOK_WRITE'])
    expect(notes('hub')).toContain(scope);
  expect(notes('hub')).not.toContain('<li>');
});
