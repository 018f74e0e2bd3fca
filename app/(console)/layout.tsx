import type { ReactNode } from 'react';
import { Providers } from '#components/app-shell/providers.tsx';

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
