import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignedIn, SignInRefusal } from '../api-shapes.ts';
import { errorWords } from '../parts/error-words.ts';
import { request, RequestError } from '../request.ts';
import { useCountdown } from './use-countdown.ts';

interface Credentials {
  email: string;
  password: string;
  /** Empty until it is asked for. */
  code: string;
}

/** Signing in: what to say, which step it is, and how many seconds the next try waits. */
export function useSignIn(onDone: (answer: SignedIn) => void) {
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { seconds, start } = useCountdown();
  const entering = useMutation({
    mutationFn: ({ code, ...rest }: Credentials) =>
      request<SignedIn>('/api/operators/sign-in', {
        method: 'POST',
        open: true,
        body: { ...rest, ...(code ? { code } : {}) },
      }),
    // The same words said again are said anew.
    onMutate: () => setError(null),
    onSuccess: onDone,
    onError: (fault) => {
      const refusal = fault instanceof RequestError && isRefusal(fault.body) ? fault.body : null;
      start(refusal?.wait ?? 0);
      // The first time the code is asked for, nothing is wrong yet.
      setError(refusal?.codeNeeded && !codeNeeded ? null : errorWords(fault));
      if (refusal?.codeNeeded) setCodeNeeded(true);
    },
  });
  return {
    codeNeeded,
    error,
    seconds,
    busy: entering.isPending || entering.isSuccess,
    signIn: entering.mutate,
    /** Back to the address and the password. */
    startOver: () => {
      setCodeNeeded(false);
      setError(null);
    },
  };
}

function isRefusal(body: unknown): body is SignInRefusal {
  return typeof body === 'object' && body !== null && 'codeNeeded' in body && 'wait' in body;
}
