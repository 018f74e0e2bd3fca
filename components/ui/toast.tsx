'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** `icon`: a tick, unless something failed. */
type Toast = (message: string, icon?: IconName) => void;
export const ToastContext = createContext<Toast>(() => {});

/** `const toast = useToast(); toast('Link copiado')`. Only for messages that are safe to miss. */
export const useToast = (): Toast => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ message: string; icon: IconName; at: number } | null>(null);
  const toast = useCallback<Toast>(
    (message, icon = 'tick') => setShown({ message, icon, at: performance.now() }),
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
      {/* On a phone at the top: the bars at the bottom must not be covered. */}
      <div
        className="pointer-events-none fixed inset-[auto_0.75rem_1rem] z-55 grid justify-items-center max-wide:inset-[2rem_0.75rem_auto]"
        role="status"
      >
        {shown && (
          <p
            className="flex items-center gap-2 rounded-2 bg-ink px-3 py-2 text-ink-inverse shadow-float"
            key={shown.at}
            data-toast=""
          >
            <Icon name={shown.icon} className="mt-px self-start" />
            {shown.message}
          </p>
        )}
      </div>
    </ToastContext>
  );
}
