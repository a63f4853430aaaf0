import { useEffect, useState, type ComponentType } from 'react';

/**
 * The place where toasts appear, once a visitor has begun to fill a form in: long before there is anything to say,
 * and not on the way of those who only read. Null where its code does not come: the page says the same.
 */
export function useToaster(wanted: boolean): ComponentType | null {
  const [loaded, setLoaded] = useState<{ Toaster: ComponentType } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    import('../ui/toast.tsx').then(
      (module) => !gone && setLoaded(module),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [wanted]);
  return loaded?.Toaster ?? null;
}
