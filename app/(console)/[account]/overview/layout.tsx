import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function OverviewLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['overview', 'card-status', 'line-words']}>{children}</PageWords>;
}
