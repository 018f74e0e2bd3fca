import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MoreWords } from '#components/shell/more-words.tsx';
import { asLocale } from '#lib/i18n/locales.ts';
import { type PageWordsName, wordsOf } from '#lib/i18n/page-words.ts';

/** A layout that brings the words of a part of the product: no other page carries them. */
export function withWords(...of: readonly PageWordsName[]) {
  return async function WordsLayout({ children }: { children: ReactNode }) {
    const locale = asLocale(await getLocale());
    return <MoreWords words={wordsOf(locale, of)}>{children}</MoreWords>;
  };
}
