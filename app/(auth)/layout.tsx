import type { ReactNode } from 'react';
import { PageMessages } from '../page-messages.tsx';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <PageMessages segment="auth">{children}</PageMessages>;
}
