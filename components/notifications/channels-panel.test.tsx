import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Channel, NotificationSettings } from '#lib/notifications/queries.ts';
import { ChannelsPanel } from './channels-panel.tsx';

const DEAD: Channel = {
  id: 'ch_1',
  kind: 'webhook',
  form: 'chat',
  name: 'Plantão',
  host: 'sala.example',
  locale: 'pt-BR',
  from: 'settings',
  ready: true,
  okAt: null,
  okMs: null,
  problem: '503',
  lost: 0,
  waiting: 2,
  failingSince: '2026-11-19T12:00:00.000Z',
  nextAt: '2026-11-19T17:30:00.000Z',
  oldestAt: '2026-11-19T12:04:00.000Z',
};
const panel = (channel: Channel, locale: 'en' | 'pt-BR' = 'pt-BR', mayManage = false) =>
  shown(<ChannelsPanel settings={{ channels: [channel], mayManage } as unknown as NotificationSettings} />, {
    locale,
  });

test('a dead channel says since when its oldest message waits', () => {
  expect(panel(DEAD).markup).toMatch(/A mensagem mais antiga espera desde <time[^>]*12:04:00/);
  expect(panel(DEAD, 'en').markup).toMatch(/The oldest message waits since <time[^>]*12:04:00/);
  expect(panel({ ...DEAD, waiting: 0, oldestAt: null }).text).not.toContain('mais antiga');
});

test('whoever manages the channels changes one that was entered here, and nobody changes the installation’s', () => {
  const CHANGE = 'aria-label="Mudar Plantão"';
  expect(panel(DEAD, 'pt-BR', true).markup).toContain(CHANGE);
  expect(panel(DEAD, 'en', true).markup).toContain('aria-label="Change Plantão"');
  expect(panel(DEAD).markup).not.toContain(CHANGE);
  expect(panel({ ...DEAD, from: 'environment' }, 'pt-BR', true).markup).not.toContain('Mudar');
});
