import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function SandboxLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['sandbox']}>{children}</PageWords>;
}
