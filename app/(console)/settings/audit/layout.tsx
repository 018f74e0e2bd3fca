import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function AuditLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['audit', 'list', 'operations', 'views']}>{children}</PageWords>;
}
