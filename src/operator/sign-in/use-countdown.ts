import { useEffect, useState } from 'react';

/** Returns the whole seconds left in a countdown, and a function that starts it. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [seconds, setSeconds] = useState(0);
  /** Epoch milliseconds; 0 while no countdown is running. */
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setSeconds(left);
      if (left === 0) setUntil(0);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = (wait: number) => {
    setSeconds(wait);
    setUntil(wait > 0 ? Date.now() + wait * 1000 : 0);
  };
  return { seconds, start };
}
