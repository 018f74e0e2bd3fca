import { expect, test } from 'vitest';
import { mailBody } from './render-notification.ts';

const link = { url: 'https://guiche.example/pix?a=1&b=2', word: 'Abrir' };

test('the same words as text and as HTML, in which nothing is markup but ours', () => {
  const body = mailBody({
    ...{ locale: 'pt-BR' as const, subject: '[Conta <b>] um\n título', why: 'Porque sim.', choose: link },
    paragraphs: [{ title: '<img src=x>', detail: 'R$ 1,00 & mais', link }],
  });
  expect(body.subject).toBe('[Conta <b>] um título');
  expect(body.text).toContain('<img src=x>\nR$ 1,00 & mais\nAbrir: https://guiche.example/pix?a=1&b=2');
  expect(body.html).toContain('&lt;img src=x&gt;');
  expect(body.html).toContain('href="https://guiche.example/pix?a=1&amp;b=2"');
  expect(body.html).not.toMatch(/<img|<script|https?:\/\/(?!guiche\.example)/);
  expect(body.html).toContain('<html lang="pt-BR">');
});

test('what says only a link has no foot', () => {
  const body = mailBody({
    ...{ locale: 'en' as const, subject: 'x', why: null, choose: null },
    paragraphs: [{ title: 'x', detail: '', link: null }],
  });
  expect(body.text).toBe('x\n');
});
