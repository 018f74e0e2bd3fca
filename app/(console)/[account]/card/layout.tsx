import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function CardLayout({ children }: { children: ReactNode }) {
  return (
    <PageWords of={['card', 'card-status', 'payments', 'operations', 'list', 'views', 'transactions']}>
      {children}
    </PageWords>
  );
}
