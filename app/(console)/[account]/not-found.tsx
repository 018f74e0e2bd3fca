import { AbsentPage } from '#components/shell/absent-page.tsx';

export default function AccountNotFound() {
  return <AbsentPage />;
}
