'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** `icon`: a tick, unless something did not work. */
type Toast = (words: string, icon?: IconName) => void;
export const ToastContext = createContext<Toast>(() => {});

/** `const toast = useToast(); toast('Link copiado')`: only for what nobody must read. */
export function useToast(): Toast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ words: string; icon: IconName; at: number } | null>(null);
  const toast = useCallback<Toast>(
    (words, icon = 'tick') => setShown({ words, icon, at: performance.now() }),
    [],
  );
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shown.icon === 'tick' ? 4_000 : 12_000);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <ToastContext value={toast}>
      {children}
      <div className="toast-room" role="status">
        {shown && (
          <p className="toast" key={shown.at}>
            <Icon name={shown.icon} />
            {shown.words}
          </p>
        )}
      </div>
    </ToastContext>
  );
}
