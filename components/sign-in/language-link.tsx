'use client';

import { useLocale, useTranslations } from 'next-intl';

const YEAR_SECONDS = 31_536_000;

/** The other language, before anybody is known: it is kept in the cookie alone. */
export function LanguageLink() {
  const t = useTranslations('sign-in');
  const other = useLocale() === 'en' ? 'pt-BR' : 'en';
  const change = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two browsers
    document.cookie = `locale=${other}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    location.reload();
  };
  return (
    <p className="text-xs">
      <button type="button" className="link-btn" lang={other} onClick={change}>
        {t('otherLanguage')}
      </button>
    </p>
  );
}
