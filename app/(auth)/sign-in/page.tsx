import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SignIn } from '#components/sign-in/sign-in.tsx';
import { signInPage } from '#lib/session/server/sign-in-page.ts';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  // With `no-referrer` the browser would post the form with `Origin: null`.
  return { title: (await getTranslations('sign-in'))('pageTitle'), referrer: 'same-origin' };
}

export default async function SignInPage({ searchParams }: Props) {
  return <SignIn {...(await signInPage(await searchParams))} />;
}
