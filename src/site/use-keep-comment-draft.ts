import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { commentInputs } from '../contracts/comments.ts';

const KEPT_NAMES = [commentInputs.body, commentInputs.name, commentInputs.email];

/** The values of each post's comment form, by the post's id and the input's name. Lost when the document unloads. */
const keptByPost = new Map<string, Map<string, string>>();

/**
 * Keeps what a visitor types into the comment form, and fills it in when the form is shown again: after "Reply", after
 * another page of the comments, and after going back.
 */
export function useKeepCommentDraft(): void {
  const { key } = useLocation();
  useLayoutEffect(fillIn, [key]);
  useEffect(() => {
    // Keep what was typed while the application was loading.
    keep();
    document.addEventListener('input', keep);
    return () => document.removeEventListener('input', keep);
  }, []);
}

function keep(): void {
  const post = inputNamed(commentInputs.post)?.value;
  if (post === undefined) return;
  keptByPost.set(post, new Map(KEPT_NAMES.map((name) => [name, inputNamed(name)?.value ?? ''])));
}

function fillIn(): void {
  for (const [name, value] of keptByPost.get(inputNamed(commentInputs.post)?.value ?? '') ?? []) {
    const input = inputNamed(name);
    if (input?.value === '') input.value = value;
  }
}

function inputNamed(name: string): HTMLInputElement | HTMLTextAreaElement | null {
  return document.querySelector(`#respond form [name="${name}"]`);
}
