import { createGlobalStyle } from 'styled-components';

/** Global styles that give Puck's controls the colors of the operator screens, light and dark. */
export const EditorGlobalStyle = createGlobalStyle`
  ${({ theme: { color } }) => {
    const tint = (share: number) => `color-mix(in srgb, ${color.accent} ${share}%, ${color.surface})`;
    return `:root {
      --puck-color-white: ${color.surface};
      --puck-color-black: ${color.ink};
      --puck-color-surface: ${color.surface};
      --puck-color-surface-muted: ${color.paper};
      --puck-color-surface-subtle: ${color.paper};
      --puck-color-border: ${color.line};
      --puck-color-border-muted: ${color.line};
      --puck-color-border-hover: ${color.inkSoft};
      --puck-field-color-border: ${color.inkSoft};
      --puck-color-text: ${color.ink};
      --puck-color-text-secondary: ${color.inkSoft};
      --puck-color-text-muted: ${color.inkSoft};
      --puck-color-text-subtle: ${color.inkSoft};
      --puck-color-text-inverse: ${color.onAccent};
      --puck-color-text-disabled: ${color.inkSoft};
      --puck-color-bg-disabled: ${color.line};
      --puck-color-interactive: ${color.accent};
      --puck-color-interactive-hover: ${color.accentStrong};
      --puck-color-interactive-active: ${color.accentStrong};
      --puck-color-interactive-subtle: ${tint(16)};
      --puck-color-interactive-soft: ${tint(12)};
      --puck-color-interactive-soft-hover: ${tint(8)};
      --puck-color-interactive-neutral-hover: ${color.line};
      --puck-color-focus-ring: ${color.accent};
      --puck-color-selection-bg: ${tint(16)};
      --puck-color-selection-border: ${color.accent};
      --puck-color-grey-07: ${color.inkSoft};
      --puck-color-grey-09: ${color.line};
      --puck-color-grey-10: ${color.line};
      --puck-color-grey-11: ${color.paper};
      --puck-color-grey-12: ${color.paper};
      --puck-color-azure-09: ${tint(24)};
      --puck-color-azure-06: ${color.accent};
    }`;
  }}
`;
