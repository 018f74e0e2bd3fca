import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { LinkExpiredPage } from '#components/set-up/link-expired-page.tsx';
import { titleOf } from '../../page-messages.tsx';

export const generateMetadata = titleOf('invitation.pageTitle.reset');

export default function NewPasswordPage() {
  return (
    <AuthLayout>
      <LinkExpiredPage purpose="reset" />
    </AuthLayout>
  );
}
