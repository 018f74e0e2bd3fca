import { AbsentPage } from '#components/app-shell/page-fallbacks.tsx';

export default function AccountNotFound() {
  return <AbsentPage />;
}
