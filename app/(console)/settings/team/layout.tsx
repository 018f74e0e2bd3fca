import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function TeamLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['team', 'profile', 'policies', 'audit', 'operations']}>{children}</PageWords>;
}
