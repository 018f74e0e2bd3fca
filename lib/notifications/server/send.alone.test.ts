import { afterEach, expect, test, vi } from 'vitest';
import { sendSmtp } from '#lib/notifications/server/send.ts';

const made = vi.hoisted((): { requireTLS: boolean; secure: boolean }[] => []);
vi.mock('nodemailer', () => ({
  createTransport: (options: { requireTLS: boolean; secure: boolean }) => {
    made.push(options);
    return { sendMail: async () => undefined, close: () => undefined };
  },
}));

afterEach(() => {
  for (const name of ['SMTP_URL', 'SMTP_FROM']) delete process.env[name];
  Reflect.deleteProperty(globalThis, 'guicheSettings');
});

test.each([
  ['smtp://mail.example.com', true],
  ['smtp://mail.example.com?requireTLS=true', true],
  ['smtp://mail.example.com?requireTLS=false', false],
  ['smtp://10.0.0.5:25', true],
  ['smtp://user:pass@mail.example.com?requireTLS=false', true],
  ['smtp://127.0.0.1:2525', false],
  ['smtp://[::1]:2525', false],
  ['smtp://user:pass@localhost', false],
  ['smtp://localhost?requireTLS=true', true],
  ['smtps://mail.example.com', false],
])('%s: STARTTLS is demanded: %s', async (url, requireTLS) => {
  Object.assign(process.env, { SMTP_URL: url, SMTP_FROM: 'Guichê <guiche@example.com>' });
  Reflect.deleteProperty(globalThis, 'guicheSettings');
  const letter = { id: 'm', to: 'ana@example.com', thread: null, subject: 's', text: 't', html: 'h' };
  expect(await sendSmtp(letter)).toMatchObject({ ok: true });
  expect(made.at(-1)).toMatchObject({ requireTLS, secure: url.startsWith('smtps:') });
});
