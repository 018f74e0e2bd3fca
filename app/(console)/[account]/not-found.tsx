import { AbsentPage } from '#components/shell/lazy-absent-page.tsx';

export default function AccountNotFound() {
  return <AbsentPage />;
}
