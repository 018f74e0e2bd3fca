import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { messagesWithoutPrototype } from '#lib/core/lookup-table.ts';
import { asLocale } from './locales.ts';
import { MESSAGES } from './messages.ts';

/** The cookie decides the language, never the address. The time zone is São Paulo's in both languages. */
export default getRequestConfig(async () => {
  const locale = asLocale((await cookies()).get('locale')?.value);
  return { locale, timeZone: 'America/Sao_Paulo', messages: messagesWithoutPrototype(MESSAGES[locale]) };
});
