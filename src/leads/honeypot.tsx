import styled from 'styled-components';
import type { ControlProps } from '../ui/control.ts';
import { postFields } from './post-fields.ts';

/** Out of sight and not `display: none`: what fills forms in by machine skips what is not there. */
const Away = styled.div`
  position: absolute;
  inset-inline-start: -9999px;
  width: 1px;
  height: 1px;
  overflow: hidden;
`;

/** A field no visitor sees: whoever fills it in is a machine. Takes `register()` of react-hook-form. */
export function Honeypot({ id, control }: { id: string; control?: ControlProps }) {
  return (
    <Away aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} type="text" name={postFields.honeypot} tabIndex={-1} autoComplete="off" {...control} />
    </Away>
  );
}
