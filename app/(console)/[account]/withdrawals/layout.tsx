import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function WithdrawalsLayout({ children }: { children: ReactNode }) {
  return (
    <PageWords of={['payments', 'operations', 'list', 'views', 'transactions', 'webhooks']}>
      {children}
    </PageWords>
  );
}
