import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function ResendsLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['deliveries', 'resends', 'list', 'transactions', 'views']}>{children}</PageWords>;
}
