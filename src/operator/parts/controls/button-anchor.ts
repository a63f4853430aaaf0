import styled from 'styled-components';
import { buttonLook, type ButtonLook } from '../../../ui/form/button.tsx';

/** A plain link that looks like a button, for URLs that the server handles instead of the router. */
export const ButtonAnchor = styled.a<{ $look?: ButtonLook }>`
  ${buttonLook}
`;
