import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { IncidentLine } from '#lib/deliveries/queries.ts';
import { IncidentPanels } from './incident-panels.tsx';

const nothing = () => undefined;
const INCIDENT = {
  webhookId: 'wh_1',
  host: 'loja.example',
  url: 'https://loja.example/avisos',
  failing: true,
  since: '2026-11-19T12:00:00.000Z',
  callbacks: 3,
  transactions: 3,
  amount: 100,
  lastStatus: 503,
  bars: [],
} as unknown as IncidentLine;
const panel = (permissions?: ['read']) =>
  shown(<IncidentPanels incidents={[INCIDENT]} onResend={nothing} onSee={nothing} />, {
    account: permissions ? { permissions } : {},
  });

test('an incident leads straight to the test, and whoever may not test to the endpoint', () => {
  expect(panel().markup).toContain('open=test%3Awh_1');
  expect(panel().text).toContain('Testar endereço…');
  expect(panel(['read']).markup).toContain('open=endpoint%3Awh_1');
  expect(panel(['read']).text).toContain('Ver o endereço');
});

test('one line stands above the list: the worst, by host and path; the others are folded', () => {
  const other = { ...INCIDENT, webhookId: 'wh_2', url: 'https://loja.example/boleto', callbacks: 2 };
  const resting = { ...INCIDENT, webhookId: null, host: 'erp.example', failing: false, callbacks: 5 };
  const { text, markup } = shown(
    <IncidentPanels incidents={[INCIDENT, other, resting]} onResend={nothing} onSee={nothing} />,
  );
  expect(text).toMatch(
    /^loja\.example\/avisos não aceita avisos desde .*R\$ 1,00 pagos e não avisados · 3 avisos/,
  );
  expect(markup.match(/<details/g)).toHaveLength(1);
  expect(markup.indexOf('loja.example/boleto')).toBeGreaterThan(markup.indexOf('<details'));
  expect(text).toContain('1 outro endereço também não aceita avisos 7');
});
