import { NotFoundPage } from '#components/app-shell/page-fallbacks.tsx';

export default function NotFound() {
  return <NotFoundPage />;
}
