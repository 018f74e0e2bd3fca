import { redirect } from 'next/navigation';
import { Providers } from '#components/app-shell/providers.tsx';
import { SessionProvider } from '#components/app-shell/session.tsx';
import { StepUpProvider } from '#components/app-shell/step-up.tsx';
import { SecondFactorForm } from '#components/profile/factor-steps.tsx';
import { pageSession } from '#lib/api/page.ts';
import { lacksFactor } from '#lib/api/steps/authorize.ts';
import { getSession } from '#lib/session/server/get-session.ts';
import { titleOf } from '../../page-messages.tsx';

export const generateMetadata = titleOf('profile.secondFactor.pageTitle');

export default async function SecondFactorPage() {
  const ctx = await pageSession();
  const session = await getSession({ ctx });
  const [account] = session.accounts;
  if (account === undefined) redirect('/sign-in?error=no-account');
  if (!(await lacksFactor(ctx))) redirect('/');
  return (
    <Providers>
      <SessionProvider session={session} account={account.slug}>
        <StepUpProvider>
          <SecondFactorForm />
        </StepUpProvider>
      </SessionProvider>
    </Providers>
  );
}
