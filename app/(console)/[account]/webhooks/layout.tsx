import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function WebhooksLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['webhooks', 'operations', 'resends']}>{children}</PageWords>;
}
