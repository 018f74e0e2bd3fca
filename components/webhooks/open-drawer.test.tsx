import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { useEndpointActions } from './endpoint-parts.tsx';
import { TestSheet } from './open-drawer.tsx';

const ROW = {
  id: 'wh_1',
  url: 'https://loja.example/avisos',
  events: [],
  active: true,
  open: null,
  ownership: null,
  week: null,
  hasSecret: true,
  receiver: false,
  source: 'provider',
  createdAt: null,
  updatedAt: null,
  rotatedAt: null,
  secret: { kept: true, mayShow: false, origin: 'issued', acknowledgedAt: '2026-11-01T12:00:00.000Z' },
} as unknown as WebhookRow;
const nothing = () => undefined;
const state = { open: null, show: nothing, close: nothing };

function Actions({ row }: { row: WebhookRow }) {
  const items = useEndpointActions(row, nothing, nothing);
  return items.map((item) => ('label' in item ? <p key={item.id}>{item.label}</p> : null));
}

test('an endpoint can be tested from its menu, by those who may change webhooks', () => {
  expect(shown(<Actions row={ROW} />).text).toContain('Testar endereço…');
  expect(shown(<Actions row={ROW} />, { locale: 'en' }).text).toContain('Test endpoint…');
  expect(shown(<Actions row={{ ...ROW, url: null }} />).text).not.toContain('Testar');
  const reads = { account: { permissions: ['read' as const] } };
  expect(shown(<Actions row={ROW} />, reads).text).not.toContain('Testar');
});

const sheet = (row: WebhookRow, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<TestSheet id="wh_1" state={state} />, {
    locale,
    known: [{ of: webhooksOptions('pix'), data: { items: [row] } }],
  }).text;

test('the test names the whole address and the stored secret, and leads to no step of a rotation', () => {
  expect(sheet(ROW)).toContain('https://loja.example/avisos');
  expect(sheet(ROW)).toMatch(/segredo guardado.*assinatura errada.*Enviar teste/);
  expect(sheet(ROW)).not.toMatch(/segredo novo|Próxima|reenvio|Seguir sem prova/);
  expect(sheet(ROW, 'en')).toMatch(/stored secret.*wrong signature.*Send test/);
});

test('without a secret to sign with, the test says why and offers none', () => {
  expect(sheet({ ...ROW, secret: null })).toContain('não tem o segredo deste endereço');
  expect(sheet({ ...ROW, secret: null })).not.toContain('Enviar teste');
  const forgotten = { ...ROW, secret: { ...ROW.secret, kept: false } } as WebhookRow;
  expect(sheet(forgotten)).toContain('não guarda segredos');
});
