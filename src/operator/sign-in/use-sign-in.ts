import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountCalls, type SignedIn } from '../../contracts/operators/account-calls.ts';
import { errorWords } from '../parts/states/error-words.ts';
import { apiFailure, callApi } from '../call-api.ts';
import { useCountdown } from './use-countdown.ts';

interface Credentials {
  email: string;
  password: string;
  /** Empty until the code is requested. */
  code: string;
}

/** Handles signing in: the error message, the current step, and the seconds until the next attempt is allowed. */
export function useSignIn(onDone: (answer: SignedIn) => void) {
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { seconds, start } = useCountdown();
  const entering = useMutation({
    mutationFn: ({ code, ...rest }: Credentials) =>
      callApi(accountCalls.signIn, { ...rest, ...(code ? { code } : {}) }),
    // Clear the message, so that screen readers announce the next one even if it is the same.
    onMutate: () => setError(null),
    onSuccess: onDone,
    onError: (fault) => {
      const refusal = apiFailure(accountCalls.signIn, fault);
      start(refusal?.wait ?? 0);
      // Do not show an error when the code is requested for the first time.
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
    /** Returns to the email address and password. */
    startOver: () => {
      setCodeNeeded(false);
      setError(null);
    },
  };
}
