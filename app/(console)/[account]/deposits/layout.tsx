import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function DepositsLayout({ children }: { children: ReactNode }) {
  return (
    <PageWords of={['payments', 'operations', 'list', 'transactions', 'webhooks']}>{children}</PageWords>
  );
}
