import { NotFoundPage } from '#components/app-shell/not-found-panel.tsx';

export default function NotFound() {
  return <NotFoundPage />;
}
