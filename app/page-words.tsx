import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MoreWords } from '#components/shell/more-words.tsx';
import { asLocale } from '#lib/i18n/locales.ts';
import { type PageWordsName, wordsOf } from '#lib/i18n/page-words.ts';

type Props = { of: readonly PageWordsName[]; children: ReactNode };

/** The words of a part of the product, for its layout: no other page carries them. */
export async function PageWords({ of, children }: Props) {
  const locale = asLocale(await getLocale());
  return <MoreWords words={wordsOf(locale, of)}>{children}</MoreWords>;
}
