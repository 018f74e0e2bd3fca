import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CallError } from '#lib/api/client.ts';
import type { Problem, ProblemHelp } from '#lib/core/errors.ts';
import en from '../../messages/en/common.json' with { type: 'json' };
import { AccountTroubleContext, ErrorCard } from './error-card.tsx';

const help = (retry: ProblemHelp['retry']): ProblemHelp => ({
  title: 'Title',
  hint: 'Todo',
  responsible: 'Who',
  retry,
});
const problem = (changes: Partial<Problem>): Problem => ({
  type: 'about:blank',
  title: 'raw',
  status: 502,
  code: 'provider_credential',
  ...changes,
});
const show = (error: unknown, onRetry?: () => void, Card = ErrorCard) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="America/Sao_Paulo" messages={{ common: en }}>
      <Card error={error} {...(onRetry ? { onRetry } : {})} />
    </NextIntlClientProvider>,
  );

describe('ErrorCard', () => {
  test('shows the address to register and asks to check again', () => {
    const provider = {
      code: 'PZA203',
      message: null,
      requestId: 'req_1',
      status: 403,
      sourceIp: '203.0.113.27',
    };
    const html = show(new CallError(problem({ provider, help: help('ask') })), () => {});
    for (const text of ['203.0.113.27', 'PZA203', 'HTTP 403', 'req_1', en.error.check, 'Who'])
      expect(html).toContain(text);
    expect(html).toContain('role="alert"');
  });
  test('U11: where nothing was answered it says why, and no HTTP status of our own', () => {
    const refused = show(
      new CallError(problem({ code: 'provider_unavailable', status: 503, unreached: 'refused' })),
    );
    expect(refused).toContain('connection refused');
    expect(refused).not.toContain('HTTP');
    const ours = show(new CallError(problem({ code: 'unavailable', status: 503 })));
    expect(ours).toContain('HTTP 503');
  });
  test('counts down where waiting is enough, and does not alarm', () => {
    const html = show(new CallError(problem({ retryAfterSeconds: 17, help: help('self') })), () => {});
    expect(html).toContain('retrying in 17 s');
    expect(html).toContain('role="status"');
  });
  test('offers no repeat where repeating cannot help', () => {
    const html = show(new CallError(problem({ help: help('never') })), () => {});
    expect(html).not.toContain(en.error.tryNow);
    expect(html).not.toContain(en.error.check);
  });
  test('words a problem without help, and a defect of the page', () => {
    expect(show(new CallError(problem({ status: 0, code: 'unavailable' })))).toContain(
      en.error.offline.title,
    );
    expect(show(new TypeError('x is not a function'))).toContain(en.error.internal.title);
    expect(show(new TypeError('x is not a function'))).not.toContain('x is not a function');
  });
  test('U18: an error of address or credential states what the account has to do with it, others do not', () => {
    const textFor = (code: Problem['code']) =>
      renderToStaticMarkup(
        <NextIntlClientProvider locale="en" timeZone="America/Sao_Paulo" messages={{ common: en }}>
          <AccountTroubleContext value={({ credential }) => (credential ? 'its credential' : 'its address')}>
            <ErrorCard error={new CallError(problem({ code, help: help('self') }))} />
          </AccountTroubleContext>
        </NextIntlClientProvider>,
      );
    expect(textFor('provider_unavailable')).toContain('its address');
    expect(textFor('provider_timeout')).toContain('its address');
    expect(textFor('provider_credential')).toContain('its credential');
    for (const code of ['provider_rejected', 'rate_limited', 'internal'] as const)
      expect(textFor(code)).not.toContain('its ');
  });
});
