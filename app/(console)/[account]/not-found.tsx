import { AbsentPage } from '#components/app-shell/absent-page.tsx';

export default function AccountNotFound() {
  return <AbsentPage />;
}
