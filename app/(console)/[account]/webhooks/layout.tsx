import type { ReactNode } from 'react';
import { PageWords } from '#components/shell/page-words.tsx';

export default function WebhooksLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['webhooks', 'operations', 'resends']}>{children}</PageWords>;
}
