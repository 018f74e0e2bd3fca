import { NotFoundPage } from '#components/shell/not-found-panel.tsx';

export default function NotFound() {
  return <NotFoundPage />;
}
