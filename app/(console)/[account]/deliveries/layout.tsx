import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function DeliveriesLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['deliveries', 'resends', 'list', 'transactions', 'views']}>{children}</PageWords>;
}
