import { expect, test } from 'vitest';
import { LOCALES } from '#lib/core/i18n/locales.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { EVENT_NAMES, type NoticeFacts } from '#lib/core/notification-events.ts';
import { type AnyKind, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { linkLabel, pathOf, renderNotification } from './render-notification.ts';

const at = new Date('2026-11-19T17:02:36Z');

test.each(LOCALES)('%s: each step of each event has words, whatever is known of it', (locale) => {
  const messages = MESSAGES[locale].notices as Record<string, Record<string, object>>;
  for (const event of EVENT_NAMES) {
    const steps = Object.keys(messages[event] ?? {});
    expect(steps, event).not.toEqual([]);
    for (const step of steps) {
      const { title, detail } = renderNotification(locale, { event, step, facts: {}, at });
      expect(`${title} ${detail}`, `${event}.${step}`).not.toMatch(/[{}]|notices\./);
    }
    for (const step of steps) expect(linkLabel(locale, event, step, null)).not.toMatch(/^$|link\./);
  }
});

test('amounts and instants are written as people read them', () => {
  const facts = { kind: 'withdrawal.key', amount: 1_500_000, until: '2026-11-20T17:02:36Z' };
  expect(renderNotification('pt-BR', { event: 'approval_waiting', step: 'waiting', facts, at })).toEqual({
    title: 'Saque por chave de R$ 15.000,00 aguarda sua aprovação',
    detail: expect.stringMatching(/^Até .*20 nov, 14:02; depois expira e nada sai$/),
  });
  expect(
    renderNotification('en', { event: 'deadline_near', step: '6', facts: { dispute: 'MED-1' }, at }).title,
  ).toBe('MED-1 entered its last 6 hours');
  const long = { dispute: 'fb703d9c-b052-496e-aa70-594b07c8c310' };
  expect(renderNotification('en', { event: 'deadline_near', step: '6', facts: long, at }).title).toBe(
    'fb703d9c…c310 entered its last 6 hours',
  );
});

test.each([
  ['approval_waiting', 'withdrawal.key'],
  ['rule_waiting', 'rule'],
])('%s that another step followed waits for nobody any more, least of all for who asked', (event, kind) => {
  const step = { event, step: 'waiting', facts: { kind, amount: 2_550 }, at };
  for (const locale of LOCALES) {
    const [now, then] = [renderNotification(locale, step), renderNotification(locale, step, true)];
    expect(now.title, locale).toMatch(/aguarda sua aprovação$|awaits your approval$/);
    expect(then.title, locale).toMatch(/esperava uma decisão$|waited for a decision$/);
    expect(then.detail, locale).toBe(now.detail);
  }
});

test('an ended resend says what came of it, as far as that is known', () => {
  const step = 'resend_completed';
  const stepWith = (facts: NoticeFacts, of = step) => ({ event: 'work_ended', step: of, facts, at });
  const many = { number: 7, delivered: 1_204, failed: 3 };
  expect(renderNotification('pt-BR', stepWith(many)).detail).toBe('1.204 entregues, 3 falharam');
  expect(renderNotification('en', stepWith(many)).detail).toBe('1,204 delivered, 3 failed');
  expect(renderNotification('pt-BR', stepWith({ delivered: 1, failed: 1 })).detail).toBe(
    '1 entregue, 1 falhou',
  );
  expect(renderNotification('pt-BR', stepWith({ delivered: 0, failed: 0 })).detail).toBe(
    'nenhum entregue, nenhum falhou',
  );
  expect(renderNotification('pt-BR', stepWith(many, 'resend_failed')).detail).toBe(
    '1.204 entregues, 3 falharam; o que não saiu fica por enviar',
  );
  expect(renderNotification('pt-BR', stepWith({ number: 7 })).detail).toBe('Tudo foi pedido');
});

test('money that leaves is said to leave; what else is asked for may have happened', () => {
  registerOperationKinds([{ name: 'withdrawal.key', approvable: true } as AnyKind]);
  const stepWith = (kind: string) => ({ event: 'operation_unknown', step: 'unknown', facts: { kind }, at });
  expect(renderNotification('en', stepWith('withdrawal.key')).detail).toBe(
    'Do not repeat: the money may already have left',
  );
  expect(renderNotification('pt-BR', stepWith('webhook.edit')).detail).toBe(
    'Não repita: pode já ter acontecido',
  );
});

test('people are named only where their names are given', () => {
  const facts = { id: 'MED-1', dispute: 'MED-1', by: 'op_bia', assignee: 'op_bia' };
  const names = new Map([['op_bia', 'Bia Reis']]);
  for (const [event, step] of [
    ['mention', 'mentioned'],
    ['mention', 'assigned'],
    ['deadline_near', '6'],
  ] as const) {
    const noticeStep = { event, step, facts, at };
    const earlier = step === '6';
    for (const locale of LOCALES) {
      expect(renderNotification(locale, noticeStep, earlier, names).title, locale).toContain('Bia Reis');
      expect(JSON.stringify(renderNotification(locale, noticeStep, earlier)), locale).not.toMatch(
        /op_bia|Bia/,
      );
    }
  }
  expect(
    renderNotification('en', { event: 'deadline_far', step: '48', facts: { assignee: null }, at }, true)
      .title,
  ).toBe('48 hours were left, without an owner');
});

test('an incident that is over lasted from its beginning to its end', () => {
  const facts = { host: 'api.example', since: '2026-11-19T12:00:00Z', until: '2026-11-19T14:05:30Z' };
  const detail = (more: NoticeFacts) =>
    renderNotification('en', { event: 'endpoint', step: 'recovered', facts: { ...facts, ...more }, at })
      .detail;
  expect(detail({ count: 0 })).toBe('It failed for 2 h 5 min');
  expect(detail({ count: 27 })).toBe('It failed for 2 h 5 min, 27 notices');
  expect(detail({ count: 27, delivered: 27 })).toBe(
    'It failed for 2 h 5 min, 27 notices; all 27 were delivered afterwards',
  );
  expect(detail({ count: 1, delivered: 0 })).toBe(
    'It failed for 2 h 5 min, 1 notice; none was delivered afterwards',
  );
});

test('a report that is ready is there to be downloaded', () => {
  expect(linkLabel('pt-BR', 'work_ended', 'report_completed', 'pix')).toBe('Baixar');
  expect(linkLabel('en', 'work_ended', 'report_completed', 'pix')).toBe('Download');
  expect(linkLabel('en', 'work_ended', 'report_failed', 'pix')).toBe('Open');
});

test('each leads to its page', () => {
  expect(pathOf('approval_waiting', 'pix', { id: 'op_1' })).toBe('/pix/operations/op_1');
  expect(pathOf('deadline_near', 'pix', { id: 'a/b' })).toBe('/pix/disputes/a%2Fb');
  expect(pathOf('rule_waiting', 'pix', { id: 'x', topic: 'rule' })).toBe('/settings/policies');
  expect(pathOf('credential_ending', 'pix', {})).toBe('/settings/accounts');
  expect(pathOf('request_decided', 'pix', { id: 'x', topic: 'rule' })).toBe('/settings/policies');
  expect(pathOf('work_ended', 'pix', { id: 'r', topic: 'report' })).toBe('/pix/reports');
  expect(pathOf('sign_in', null, {})).toBe('/settings/profile');
  expect(pathOf('sign_in', null, { id: 'aB-_1x' })).toBe('/settings/profile?session=aB-_1x');
  expect(linkLabel('pt-BR', 'sign_in', 'new_device', 'pix')).toBe('Foi você?');
  expect(pathOf('endpoint', null, {})).toBeNull();
});

test('a recovery code that was used says how many are left, one of an earlier version not', () => {
  const stepWith = (facts: NoticeFacts) => ({ event: 'sign_in', step: 'recovery_code_used', facts, at });
  expect(renderNotification('pt-BR', stepWith({ left: 6 })).detail).toMatch(/· restam 6 · se não foi você/);
  expect(renderNotification('pt-BR', stepWith({ left: 0 })).detail).toContain(
    'não resta nenhum: crie dez novos',
  );
  expect(renderNotification('en', stepWith({ left: 1 })).detail).toMatch(/· 1 is left · if it was not you/);
  expect(renderNotification('en', stepWith({})).detail).not.toContain('left');
});

test('a dispute that is answered elsewhere is opened, not its defense', () => {
  for (const [event, step] of [
    ['deadline_far', '48'],
    ['deadline_near', '1'],
  ] as const) {
    expect(linkLabel('pt-BR', event, step, 'hub')).toBe('Abrir disputa');
    expect(linkLabel('en', event, step, 'hub')).toBe('Open dispute');
    expect(linkLabel('pt-BR', event, step, 'pix')).toBe('Abrir defesa');
  }
});
