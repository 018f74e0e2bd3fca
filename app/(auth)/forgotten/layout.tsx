import type { ReactNode } from 'react';
import { PageWords } from '../../page-words.tsx';

export default function ForgottenLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['sign-in']}>{children}</PageWords>;
}
