import { NotFoundPanel } from '#components/shell/not-found-panel.tsx';

export default function AccountNotFound() {
  return <NotFoundPanel />;
}
