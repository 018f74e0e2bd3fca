export const LOCALES = ['pt-BR', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The cookie's locale, or Portuguese. */
export const asLocale = (word: string | undefined): Locale => (word === 'en' ? 'en' : 'pt-BR');
