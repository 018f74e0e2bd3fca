export const LOCALES = ['pt-BR', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The cookie's word, or Portuguese. */
export const asLocale = (word: string | undefined): Locale => (word === 'en' ? 'en' : 'pt-BR');
