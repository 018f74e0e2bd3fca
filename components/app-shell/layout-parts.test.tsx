import { expect, test } from 'vitest';
import { UnconfiguredNotice } from './auth-layout.tsx';
import { shown } from './testing/shown.tsx';

test('M3: an account without its variables says so on its pages, in both languages', () => {
  expect(shown(<UnconfiguredNotice />).text).toContain('Esta conta não está configurada aqui.');
  expect(shown(<UnconfiguredNotice />, { locale: 'en' }).text).toContain(
    'This account is not configured here.',
  );
});
