import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function FirstDayLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['first-day', 'doctor', 'team']}>{children}</PageWords>;
}
