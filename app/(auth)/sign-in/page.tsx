import { SignIn } from '#components/sign-in/sign-in.tsx';
import { signInPage } from '#lib/auth/server/sign-in-page.ts';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: Props) {
  return <SignIn {...(await signInPage(await searchParams))} />;
}
