import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { defensesOptions } from '#lib/disputes/queries.ts';
import { UncertainDataNotice } from './work-view.tsx';

vi.mock('#components/app-shell/session.tsx', () => ({
  useSession: () => ({ account: { slug: 'pix', capabilities: ['defenses'] } }),
}));

const dispute = { id: 'd1', status: 'IN_MEDIATION', mayBeWithBank: true } as Dispute;

function shown(
  one: Dispute,
  defenses: { available: boolean; items: object[] } | null,
  locale: 'en' | 'pt-BR',
) {
  const client = new QueryClient();
  if (defenses !== null) client.setQueryData<unknown>(defensesOptions('pix', one.id).queryKey, defenses);
  const children = createElement(UncertainDataNotice, { dispute: one });
  const props = { locale, timeZone: 'America/Sao_Paulo', messages: MESSAGES[locale], children };
  const provider = createElement(NextIntlClientProvider, props);
  return renderToString(createElement(QueryClientProvider, { client }, provider));
}

test('R6: an uncertain dispute shows it on its own page, with the service’s word, until its defenses were read', () => {
  expect(shown(dispute, null, 'en')).toContain('May already be with the bank');
  const page = shown(dispute, { available: false, items: [] }, 'pt-BR');
  expect(page).toContain('Pode já estar com o banco');
  expect(page).toContain('IN_MEDIATION');
  expect(shown(dispute, { available: true, items: [] }, 'en')).toBe('');
  expect(shown({ ...dispute, mayBeWithBank: false }, null, 'en')).toBe('');
});
