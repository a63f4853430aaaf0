import styled from 'styled-components';
import { buttonLook, type ButtonLook } from '../../ui/button.tsx';

/** A link with a button's look, for addresses that the server answers. */
export const ButtonAnchor = styled.a<{ $look?: ButtonLook }>`
  ${buttonLook}
`;
